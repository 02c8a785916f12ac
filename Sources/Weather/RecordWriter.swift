import Records

extension JSONWriter {
    /// Writes a member with a number rounded to hundredths, the best precision of a report, if there is one;
    /// without trailing zeros.
    mutating func member(_ name: WeatherMember, _ value: Double?) {
        guard let value, value.isFinite else { return }
        guard abs(value) < 1e12 else {
            self.name(plain: name.text)
            return null()
        }
        member(plain: name.text, hundredths: Int((value * 100).rounded()))
    }

    /// Writes a member with a whole number, if there is one.
    mutating func member(_ name: WeatherMember, _ value: Int?) {
        guard let value else { return }
        member(plain: name.text, value)
    }

    /// Writes a member with a text, if there is one.
    mutating func member(_ name: WeatherMember, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        member(plain: name.text, text)
    }

    /// Writes a member with a short text, if there is one.
    mutating func member(_ name: WeatherMember, _ word: ShortText?) {
        guard let word, !word.isEmpty else { return }
        guard word.isASCII else { return member(plain: name.text, word.description) }
        let bytes = word.bytes
        member(plain: name.text, utf8: bytes.span.extracting(first: word.count))
    }

    /// Writes a member with a range of a report's text, its words separated by single spaces.
    mutating func member(_ name: WeatherMember, words bytes: Span<UInt8>, in range: Range<Int>) {
        let range = ReportText.trimmed(bytes, range: range)
        guard ReportText.isTidy(bytes, range: range) else {
            return member(name, ReportText.words(bytes, range: range))
        }
        member(plain: name.text, utf8: bytes.extracting(range))
    }

    /// Writes a member with a time, if there is one.
    mutating func member(_ name: WeatherMember, _ moment: UTC?) {
        guard let moment else { return }
        member(plain: name.text, moment)
    }

    /// Writes a member with the value `true`; leaves out `false`.
    mutating func flag(_ name: WeatherMember, if isSo: Bool) {
        guard isSo else { return }
        self.name(plain: name.text)
        bool(true)
    }

    /// Writes a member with a list of texts unless it is empty.
    mutating func member(_ name: WeatherMember, _ texts: some Collection<String>) {
        guard !texts.isEmpty else { return }
        beginArray(plain: name.text)
        for text in texts { string(text) }
        endArray()
    }

    /// Writes a member with a list of short texts unless it is empty.
    mutating func member(_ name: WeatherMember, _ words: some Collection<ShortText>) {
        guard !words.isEmpty else { return }
        beginArray(plain: name.text)
        for word in words { string(word) }
        endArray()
    }

    /// Writes a member with an object whose members `write` writes.
    mutating func object(_ name: WeatherMember, _ write: (inout JSONWriter) -> Void) {
        beginObject(plain: name.text)
        write(&self)
        endObject()
    }

    /// Writes a member with a list of objects, whose members `write` writes, unless it is empty.
    mutating func objects<Element>(
        _ name: WeatherMember, _ elements: some Collection<Element>,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        guard !elements.isEmpty else { return }
        beginArray(plain: name.text)
        for element in elements { object { write(element, &$0) } }
        endArray()
    }

    /// Writes an object whose members `write` writes.
    mutating func object(_ write: (inout JSONWriter) -> Void) {
        beginObject()
        write(&self)
        endObject()
    }

    private mutating func string(_ word: ShortText) {
        guard word.isASCII else { return string(word.description) }
        let bytes = word.bytes
        string(utf8: bytes.span.extracting(first: word.count))
    }
}
