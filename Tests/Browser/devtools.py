"""A connection to the browser over the Chrome DevTools Protocol, for what chromedriver does not pass on.

It speaks the part of WebSocket (RFC 6455) that one client needs which sends one command after the other.
"""

import base64
import http.client
import json
import os
import socket
import struct

TEXT, CLOSE, PING = 1, 8, 9


class DevTools:
    """A WebSocket to the browser that listens on `address`, HOST:PORT."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        self.input = self.socket.makefile("rb")
        self.number = 0
        self.shake_hands(address, browser_path(address))

    def shake_hands(self, address, path):
        """Asks for the WebSocket. The answer's proof of the key is not compared: the browser is ours."""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        status = self.input.readline()
        if b" 101 " not in status:
            raise ConnectionError(f"the browser refuses a WebSocket: {status!r}")
        while self.input.readline().strip():
            pass

    def call(self, method, **parameters):
        """Sends a command and returns its result. Events that arrive in between are dropped."""
        self.number += 1
        self.send(json.dumps({"id": self.number, "method": method, "params": parameters}).encode())
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                continue
            if "error" in answer:
                raise ConnectionError(f"{method}: {answer['error'].get('message')}")
            return answer["result"]

    def send(self, payload):
        """Sends one masked text frame (RFC 6455, 5.2)."""
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | TEXT, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x80 | TEXT, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | TEXT, 0x80 | 127, size)
        body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.socket.sendall(head + mask + body)

    def receive(self):
        """Returns the next message, which may consist of several frames."""
        message = b""
        while True:
            first, second = self.input.read(2)
            size = second & 127
            if size > 125:
                form = "!H" if size == 126 else "!Q"
                size = struct.unpack(form, self.input.read(struct.calcsize(form)))[0]
            payload = self.input.read(size)
            kind = first & 15
            if kind == CLOSE:
                raise ConnectionError("the browser closed its connection")
            if kind < CLOSE:
                message += payload
                if first & 0x80:
                    return json.loads(message)

    def close(self):
        self.input.close()
        self.socket.close()


def browser_path(address):
    """The path of the browser's WebSocket, from its list of versions."""
    connection = http.client.HTTPConnection(address, timeout=30)
    connection.request("GET", "/json/version")
    answer = json.load(connection.getresponse())
    connection.close()
    return "/" + answer["webSocketDebuggerUrl"].split("/", 3)[3]
