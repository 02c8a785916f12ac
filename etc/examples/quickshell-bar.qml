// A bar for Quickshell with the weather, warnings or appointments that almanac has, without network code: it shows the
// lines of "almanac watch --format waybar", whose first one is there before the daemon or a network is.
//
//   quickshell -p /usr/share/doc/almanac/examples/quickshell-bar.qml
//
// or copy it to ~/.config/quickshell/shell.qml and change "sources": a source, several, or "warnings", "--near", "here".
import QtQuick
import Quickshell
import Quickshell.Io

PanelWindow {
    id: bar

    property var sources: ["metar@KPWM"]

    // The members of the last line, see almanac(1): the text, classes for colours, the state (fresh, overdue, stale,
    // failing or unknown) and, for the tooltip, the reasons and ages.
    property string text: "?"
    property string details: "almanac has not said anything yet"
    property string state: "unknown"
    property var classes: ["unknown"]

    // The worst class that a record has decides the colour; data that are not current are grey, whatever they say.
    readonly property var colours: ({
            "extreme": "#d16ba5", "severe": "#e55b5b", "moderate": "#e8954a", "minor": "#e2c64b",
            "lifr": "#d16ba5", "ifr": "#e55b5b", "mvfr": "#6aa3ff", "vfr": "#6fbf73"
        })
    readonly property bool isCurrent: state === "fresh" || state === "overdue"
    readonly property color colour: {
        const known = classes.filter(name => colours[name] !== undefined);
        const isVague = classes.includes("or-worse") || classes.includes("rules-unknown");
        return !isCurrent || isVague || known.length === 0 ? "#b8bcc4" : colours[known[0]];
    }

    // The text is escaped for Pango; it is shown as plain text, so that no feed can bring markup.
    function plain(escaped) {
        return escaped.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
    }

    function show(line) {
        try {
            const found = JSON.parse(line);
            text = plain(found.text);
            details = plain(found.tooltip);
            classes = found.class;
            state = found.alt ?? "unknown";
        } catch (error) {
            fail(`almanac said something that is no line for a bar: ${line.slice(0, 200)}`);
        }
    }

    // The last text stays, but nothing confirms it any more.
    function fail(reason) {
        details = reason;
        state = "unknown";
        classes = ["unknown"];
    }

    implicitHeight: 28
    color: "#1d2027"
    anchors.top: true
    anchors.left: true
    anchors.right: true

    Process {
        id: watch

        running: true
        command: ["almanac", "watch", "--format", "waybar", ...bar.sources]
        stdout: SplitParser {
            onRead: line => bar.show(line)
        }
        stderr: SplitParser {
            onRead: line => console.warn(line)
        }
        onRunningChanged: {
            if (watch.running)
                return;
            bar.fail("almanac is not running");
            again.start();
        }
    }

    Timer {
        id: again

        interval: 5000
        onTriggered: watch.running = true
    }

    Text {
        id: label

        anchors.verticalCenter: parent.verticalCenter
        anchors.right: parent.right
        anchors.rightMargin: 12
        text: bar.state === "unknown" && !bar.text.startsWith("?") ? `? ${bar.text}` : bar.text
        textFormat: Text.PlainText
        font.italic: !bar.isCurrent
        color: bar.colour

        HoverHandler {
            id: pointer
        }
    }

    PopupWindow {
        visible: pointer.hovered && bar.details !== ""
        anchor.window: bar
        anchor.rect.x: bar.width - width - 8
        anchor.rect.y: bar.height + 4
        implicitWidth: tooltip.implicitWidth + 20
        implicitHeight: tooltip.implicitHeight + 16
        color: "#2a2e37"

        Text {
            id: tooltip

            anchors.centerIn: parent
            text: bar.details
            textFormat: Text.PlainText
            color: "#e6e8ec"
        }
    }
}
