import Decoding
import Records

/// The allow-list of HTML that is safe to show: markup that neither executes, loads nor hides anything.
///
/// Source: HTML Living Standard §4 for the elements; scripts, styles, frames, plug-ins and handlers are not
/// allowed.
enum HTMLRules {
    /// Elements without an end tag.
    private static let void: Set<String> = [
        "area", "base", "basefont", "br", "col", "command", "embed", "frame", "hr", "img", "input", "isindex",
        "keygen", "link", "meta", "param", "source", "track", "wbr",
    ]
    /// Elements that are removed with their content.
    private static let swallowed: Set<String> = ["script", "applet", "style", "svg"]
    /// Elements that are kept; of others, only the content is kept.
    private static let elements: Set<String> = [
        "a", "abbr", "acronym", "address", "area", "article", "aside", "audio", "b", "big", "blockquote",
        "br",
        "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup", "command", "datagrid",
        "datalist", "dd", "del", "details", "dfn", "dialog", "dir", "div", "dl", "dt", "em", "event-source",
        "fieldset", "figcaption", "figure", "font", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hr", "i", "img", "input", "ins", "kbd", "keygen", "label", "legend", "li", "m", "map",
        "mark",
        "menu", "meter", "multicol", "nav", "nextid", "noscript", "ol", "optgroup", "option", "output", "p",
        "pre", "progress", "q", "rp", "rt", "ruby", "s", "samp", "section", "select", "small", "sound",
        "source",
        "spacer", "span", "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "textarea",
        "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "video", "wbr",
    ]
    /// Attributes that are kept.
    private static let attributes: Set<String> = [
        "abbr", "accept", "accept-charset", "accesskey", "action", "align", "alt", "autocomplete",
        "autofocus",
        "axis", "background", "balance", "bgcolor", "bgproperties", "border", "bordercolor",
        "bordercolordark",
        "bordercolorlight", "bottompadding", "cellpadding", "cellspacing", "ch", "challenge", "char",
        "charoff",
        "charset", "checked", "choff", "cite", "class", "clear", "color", "cols", "colspan", "compact",
        "contenteditable", "controls", "coords", "data", "datafld", "datapagesize", "datasrc", "datetime",
        "default", "delay", "dir", "disabled", "draggable", "dynsrc", "enctype", "end", "face", "for", "form",
        "frame", "galleryimg", "gutter", "headers", "height", "hidden", "hidefocus", "high", "href",
        "hreflang",
        "hspace", "icon", "id", "inputmode", "ismap", "keytype", "label", "lang", "leftspacing", "list",
        "longdesc", "loop", "loopcount", "loopend", "loopstart", "low", "lowsrc", "max", "maxlength", "media",
        "method", "min", "multiple", "name", "nohref", "noshade", "nowrap", "open", "optimum", "pattern",
        "ping",
        "point-size", "poster", "pqg", "preload", "prompt", "radiogroup", "readonly", "rel", "repeat-max",
        "repeat-min", "replace", "required", "rev", "rightspacing", "rows", "rowspan", "rules", "scope",
        "selected", "shape", "size", "span", "src", "start", "step", "summary", "suppress", "tabindex",
        "target",
        "template", "title", "toppadding", "type", "unselectable", "urn", "usemap", "valign", "value",
        "variable",
        "volume", "vrml", "vspace", "width", "wrap", "xml:lang",
    ]
    /// Attributes that hold an address.
    private static let addresses: Set<String> = [
        "action", "background", "cite", "data", "href", "longdesc", "lowsrc", "dynsrc", "poster", "src",
        "usemap",
    ]
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "ftp", "sftp", "news", "nntp", "irc", "ircs", "feed", "git", "magnet",
        "rtsp",
        "mms", "sip", "sips", "tel", "telnet", "ssh", "svn", "gopher", "xmpp", "geo", "aim", "callto",
        "skype",
        "itms", "webcal",
    ]
    private static let properties: Set<String> = [
        "azimuth", "background-color", "border-bottom-color", "border-collapse", "border-color",
        "border-left-color", "border-right-color", "border-top-color", "clear", "color", "cursor",
        "direction",
        "display", "elevation", "float", "font", "font-family", "font-size", "font-style", "font-variant",
        "font-weight", "height", "letter-spacing", "line-height", "overflow", "pause", "pitch", "speak",
        "text-align", "text-decoration", "text-indent", "unicode-bidi", "vertical-align", "voice-family",
        "volume", "white-space", "width",
    ]

    /// The treatment of an element.
    struct Element {
        var isKept = false
        var isVoid = false
        var isSwallowed = false
        var isBlock = false
        var role = MarkupLayout.Role.none

        /// Whether tags of the element stay if they are written as the cleaner would.
        var isCopied: Bool { isKept && !isSwallowed && !isVoid }
    }

    /// The treatment of an attribute.
    struct Attribute {
        var isKept = false
        var isStyle = false
        var isAddress = false
        /// Whether an empty address is allowed; it is meaningful only in a link.
        var mayBeEmpty = false
    }

    /// The treatment of all known elements, for a single lookup.
    private static let known: NameTable<Element> = {
        var known: [String: Element] = [:]
        for name in elements { known[name, default: Element()].isKept = true }
        for name in void { known[name, default: Element()].isVoid = true }
        for name in swallowed { known[name, default: Element()].isSwallowed = true }
        for name in MarkupLayout.blocks { known[name, default: Element()].isBlock = true }
        for (name, role) in MarkupLayout.roles { known[name, default: Element()].role = role }
        return NameTable(known)
    }()

    private static let knownAttributes: NameTable<Attribute> = {
        var known: [String: Attribute] = ["style": Attribute(isKept: true, isStyle: true)]
        for name in attributes { known[name, default: Attribute()].isKept = true }
        for name in addresses { known[name, default: Attribute()].isAddress = true }
        known["href"]?.mayBeEmpty = true
        return NameTable(known)
    }()

    /// Returns the treatment of an element by its name in any case.
    static func element(_ name: Span<UInt8>) -> Element { known[name] ?? Element() }

    /// Whether a name in any case is that of an element of HTML.
    static func isPart(_ name: Span<UInt8>) -> Bool { known[name] != nil }

    /// Returns the treatment of an attribute by its name in any case.
    static func attribute(_ name: Span<UInt8>) -> Attribute { knownAttributes[name] ?? Attribute() }

    /// Returns an address that is safe in a page; empty if its scheme could execute something.
    static func safe(_ address: String) -> String {
        if LinkResolver.isPlain(address) { return address }
        guard let scheme = LinkResolver.scheme(of: visible(address)) else { return address }
        return schemes.contains(scheme) ? address : ""
    }

    /// Returns an address without its blanks and control characters, which browsers ignore.
    private static func visible(_ address: String) -> String {
        guard address.utf8.contains(where: { $0 <= .space }) else { return address }
        return String(decoding: address.utf8.filter { $0 > .space }, as: UTF8.self)
    }

    /// Returns the declarations of a style attribute if all of them are harmless; otherwise an empty text.
    static func safeStyle(_ style: String) -> String {
        var kept: [String] = []
        for declaration in style.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[0].trimmingBlanks.lowercased()
            let value = parts[1].split(separator: " ").filter { !$0.hasPrefix("url(") }.joined(separator: " ")
            let family = name.split(separator: "-").first.map(String.init) ?? ""
            let isKnown =
                properties.contains(name) || ["background", "border", "margin", "padding"].contains(family)
            guard isKnown, !value.isEmpty, value.unicodeScalars.allSatisfy(isPlain) else { continue }
            kept.append("\(name): \(value);")
        }
        return kept.joined(separator: " ")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "#", "%", ".", ",", "!", " ", "-", "'", "\"": true
        default: false
        }
    }
}
