//! lines SOCKET: follows all changes over plain lines of JSON, without a package for JSON.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::os::unix::net::UnixStream;

/// Returns the first text of a member; values with escapes need a package for JSON.
fn member<'a>(line: &'a str, name: &str) -> &'a str {
    let mark = format!("\"{}\":\"", name);
    let rest = line.find(&mark).map(|at| &line[at + mark.len()..]);
    rest.and_then(|rest| rest.split('"').next()).unwrap_or("-")
}

fn main() -> io::Result<()> {
    let socket = env::args().nth(1).expect("a socket");
    for line in BufReader::new(UnixStream::connect(socket)?).lines() {
        let line = line?;
        println!("{} {} {}", member(&line, "event"), member(&line, "key"), member(&line, "name"));
        if member(&line, "event") == "changed" {
            break;
        }
    }
    Ok(())
}
