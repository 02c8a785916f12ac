import Decoding
package import Feeds
import Records

/// An Atom or RSS document that contains alerts or names them.
///
/// Source: RFC 4287; RSS 2.0; the elements `cap:` of MeteoAlarm and the old feeds of the NWS have the names
/// of CAP.
package struct AlertIndex {
    /// An entry of the index.
    package struct Entry {
        /// The element.
        package let node: XMLNode
        /// The messages inside the entry.
        package let alerts: [XMLNode]

        /// Whether the message is inside the entry.
        package var isInline: Bool { !alerts.isEmpty }

        /// Whether it is an item of RSS.
        fileprivate let isItem: Bool

        /// Whether the entry itself states what is in force, by elements named like those of CAP.
        package var isComplete: Bool { statesAlert && !isPreview }

        /// Whether it only summarizes the message that it links to: RSS of the WMO's Severe Weather
        /// Information Centre and others states event, severity and expiry.
        var isPreview: Bool { isItem && statesAlert && node["status"] == nil && address != nil }

        /// Whether it neither has nor states a message, nor links to one.
        var isUnclear: Bool { !isInline && !isComplete && address == nil }

        /// The title, otherwise the identifier; empty without both.
        var label: String { node["title"] ?? identifier ?? "" }

        /// Whether the message is elsewhere.
        var isLink: Bool { !isInline && !isComplete && address != nil }

        private var statesAlert: Bool {
            node["status"] != nil || (node["event"] != nil && node["expires"] != nil)
        }

        /// Whether what it states has ended at a moment; not if its end has no offset from UTC.
        func isOver(at now: UTC) -> Bool {
            guard isPreview, let text = node["expires"], AlertTime.statesOffset(text) else { return false }
            return AlertTime.moment(text).map { $0 <= now } ?? false
        }

        /// The links with their media types, in order.
        package var links: [(type: String?, url: String)] {
            node.all("link").compactMap { link in
                guard let url = link.attribute("href") ?? link.trimmed else { return nil }
                return (link.attribute("type"), url)
            }
        }

        /// The address of the message: the link to CAP, otherwise the first link; `nil` if there is none.
        package var address: String? {
            let links = links.filter { $0.url.utf8.starts(with: "http".utf8) }
            return (links.first { $0.type == "application/cap+xml" } ?? links.first)?.url
        }
    }

    /// The entries in the order of the document.
    package let entries: [Entry]
    /// The title; `nil` if there is none.
    package let title: String?
    /// When the index was made; `nil` if it does not say so.
    let time: UTC?
    /// Whether it is one of several pages, and others follow. Source: RFC 5005, section 3.
    let hasNext: Bool

    /// Reads the root of a document; `nil` if that is no feed.
    package init?(_ root: XMLNode) {
        switch root.name {
        case "feed":
            hasNext = AlertIndex.hasNext(root)
            entries = root.all("entry").map { Entry($0, isItem: false) }
            title = root["title"]
            time = root["updated"].flatMap(AlertTime.moment)
        case "rss", "RDF":
            let channel = root.all("channel").first
            hasNext = channel.map(AlertIndex.hasNext) ?? false
            entries = ((channel?.all("item") ?? []) + root.all("item")).map { Entry($0, isItem: true) }
            title = channel?["title"]
            time = (channel?["lastBuildDate"] ?? channel?["pubDate"]).flatMap(AlertTime.moment)
        default: return nil
        }
    }

    private static func hasNext(_ feed: XMLNode) -> Bool {
        feed.all("link").contains { $0.attribute("rel") == "next" && $0.attribute("href") != nil }
    }

    /// Returns the messages anywhere inside another document.
    static func alerts(in root: XMLNode) -> [XMLNode] { root.descendants(named: "alert", depth: 6) }

    /// The index with only what leads to its messages; `nil` if entries state more.
    var slim: [UInt8]? {
        guard !entries.contains(where: { $0.isInline || $0.isComplete || $0.isPreview }) else { return nil }
        var text = "<feed><title>\((title ?? "").escaped)</title>"
        if let time { text += "<updated>\(time)</updated>" }
        if hasNext { text += "<link rel=\"next\" href=\"\"/>" }
        for entry in entries {
            text += "<entry><id>\((entry.identifier ?? "").escaped)</id>"
            if let url = entry.address { text += "<link href=\"\(url.escaped)\"/>" }
            if entry.isUnclear { text += "<title>\(entry.label.escaped)</title>" }
            text += "</entry>"
        }
        return Array((text + "</feed>").utf8)
    }

    /// Reads the message that an entry states by its own elements.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - rejects: Receives the fields that cannot be read.
    /// - Returns: The message; `nil` if it has no identifier.
    static func message(_ entry: Entry, rejects: inout [Reject]) -> AlertMessage? {
        let node = entry.node
        guard let identifier = entry.identifier else {
            rejects.append(Reject(field: "identifier", found: "", reason: "missing in an entry"))
            return nil
        }
        let stated = ["sent", "updated", "published", "pubDate", "date"].compactMap { node[$0] }.first
        var alert = XMLNode(name: "alert", namespace: "", attributes: [])
        for (name, text) in [("identifier", identifier), ("sent", stated.map(normal) ?? "")] {
            alert.children.append(XMLNode(name: name, text: text))
        }
        alert.children.append(XMLNode(name: "status", text: node["status"] ?? "Actual"))
        let type = node["msgType"] ?? node["message_type"] ?? "Alert"
        alert.children.append(XMLNode(name: "msgType", text: type))
        alert.children += node.all("sender") + node.all("references")
        var info = XMLNode(name: "info", namespace: "", attributes: [])
        info.children = node.children.filter { $0.name != "link" }
        if info["headline"] == nil { info.add("headline", node["title"]) }
        if info["description"] == nil { info.add("description", node["summary"]) }
        if info["web"] == nil { info.add("web", entry.links.first?.url) }
        if info.all("area").isEmpty {
            var area = XMLNode(name: "area", namespace: "", attributes: [])
            area.children = node.children.filter { areaNames.contains($0.name) }
            info.children.append(area)
        }
        alert.children.append(info)
        return CAPReader.message(alert, rejects: &rejects)
    }

    private static let areaNames: Set<String> = ["areaDesc", "polygon", "circle", "geocode"]

    /// Returns the time of a feed in the form of CAP; another text unchanged.
    private static func normal(_ time: String) -> String {
        UTC(iso8601: time) == nil ? UTC(looseText: time)?.description ?? time : time
    }
}

extension AlertIndex.Entry {
    fileprivate init(_ node: XMLNode, isItem: Bool) {
        self.init(node: node, alerts: node.descendants(named: "alert", depth: 6), isItem: isItem)
    }

    /// The identifier that it states; `nil` if there is none.
    fileprivate var identifier: String? { node["identifier"] ?? node["id"] ?? node["guid"] ?? address }

    /// The name of the message that it states itself; `nil` if it has no identifier.
    var name: String? { identifier.map { (node["sender"] ?? "") + "," + $0 } }
}

extension String {
    /// The text as a value in XML.
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case "\"": text += "&quot;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension XMLNode {
    /// Creates an element that has only text.
    fileprivate init(name: String, text: String) {
        self.init(name: name, namespace: "", attributes: [])
        self.text = text
    }

    /// Appends a child with a text, if there is one.
    fileprivate mutating func add(_ name: String, _ text: String?) {
        guard let text else { return }
        children.append(XMLNode(name: name, text: text))
    }

    /// Returns the elements of a name inside, not those inside them.
    fileprivate func descendants(named name: String, depth: Int) -> [XMLNode] {
        guard depth > 0 else { return [] }
        return children.flatMap { child in
            child.name == name ? [child] : child.descendants(named: name, depth: depth - 1)
        }
    }
}
