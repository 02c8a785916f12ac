#!/bin/bash
# amqtt 0.12.1 (PyPI): a client that subscribes to nothing receives the retained messages for which others have ever asked.
#
# MQTT 3.1.1, 3.3.1.3: when a subscription is made, the last retained message of each matching topic is sent to the subscriber. The
# broker also sends them to each client that connects, for the topic filters of all clients, also of those that are gone: a
# lamp that waits for its own topic is told that the door is open, and again after each reconnection. A program whose
# handler does not look at the topic takes it for its own. Before anybody has asked, nothing is sent.
#
# In almanac: the bridge looks at the topic of each message, and obeys none that is retained (BridgeSession).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install amqtt==0.12.1 paho-mqtt==2.2.0
output=$("$folder/venv/bin/python" - <<'END'
import asyncio
import logging
import queue
import socket
import threading

import paho.mqtt.client as paho
from amqtt.broker import Broker

logging.disable()
START = queue.Queue()
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    PORT = free.getsockname()[1]


async def serve():
    broker = Broker({"listeners": {"default": {"type": "tcp", "bind": f"127.0.0.1:{PORT}"}},
        "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}}})
    await broker.start()
    START.put(True)
    await asyncio.Event().wait()


def session(name, topics, messages=()):
    """Connects, subscribes, publishes, and returns the messages that arrive before one of its own."""
    received, ready = queue.Queue(), queue.Queue()
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=name)
    client.on_message = lambda client, _, message: received.put((message.topic, message.payload.decode()))
    client.on_connect = client.on_subscribe = lambda *_: ready.put(True)
    client.connect("127.0.0.1", PORT)
    client.loop_start()
    ready.get(timeout=10)
    for topic in [*topics, "end/" + name]:
        client.subscribe(topic, 1)
        ready.get(timeout=10)
    for topic, text, retain in [*messages, ("end/" + name, "end", False)]:
        client.publish(topic, text, 1, retain).wait_for_publish(10)
    found = []
    while (message := received.get(timeout=10)) != ("end/" + name, "end"):
        found.append(message)
    client.disconnect()
    client.loop_stop()
    return found


threading.Thread(target=asyncio.run, args=[serve()], daemon=True).start()
START.get(timeout=30)
session("door", [], [("home/door", "open", True)])
print("before anybody asked:", session("lamp", []))
print("one who asks:", session("panel", ["home/#"]))
print("who asks for nothing, and who asks for another topic:", session("lamp", []), session("heater", ["heater/#"]))
END
)
echo "$output"
expected=$(cat <<'END'
before anybody asked: []
one who asks: [('home/door', 'open')]
who asks for nothing, and who asks for another topic: [('home/door', 'open')] [('home/door', 'open')]
END
)
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
