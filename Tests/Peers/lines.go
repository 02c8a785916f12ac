// lines SOCKET: follows all changes over plain lines of JSON.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
)

type event struct {
	Event string
	Key   string
	Data  struct{ Name string }
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func main() {
	connection, err := net.Dial("unix", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	lines := json.NewDecoder(connection)
	for {
		var next event
		if err := lines.Decode(&next); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(next.Event, orDash(next.Key), orDash(next.Data.Name))
		if next.Event == "changed" {
			return
		}
	}
}
