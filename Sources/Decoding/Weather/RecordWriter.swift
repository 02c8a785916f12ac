import Records

extension JSONWriter {
    /// Writes a number rounded to hundredths, without zeros at its end: what a report knows at most.
    mutating func decimal(_ value: Double) {
        guard value.isFinite, abs(value) < 1e12 else { return null() }
        number(hundredths: Int((value * 100).rounded()))
    }

    /// Writes a member that is a number, if there is one.
    mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        self.name(plain: name)
        decimal(value)
    }

    /// Writes a member that is a whole number, if there is one.
    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        self.name(plain: name)
        number(value)
    }

    /// Writes a member that is text, if there is some.
    mutating func member(_ name: StaticString, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        self.name(plain: name)
        string(text)
    }

    /// Writes a member that is a word, if there is one.
    mutating func member(_ name: StaticString, _ word: Code?) {
        guard let word, !word.isEmpty else { return }
        self.name(plain: name)
        string(word)
    }

    /// Writes a member that is a part of a report's text, words parted by single blanks.
    mutating func member(_ name: StaticString, words bytes: Span<UInt8>, _ range: Range<Int>) {
        guard ReportText.isTidy(bytes, range) else { return member(name, ReportText.words(bytes, range)) }
        self.name(plain: name)
        string(utf8: bytes.extracting(range))
    }

    /// Writes a member that is a moment, if there is one.
    mutating func member(_ name: StaticString, _ moment: UTC?) {
        guard let moment else { return }
        self.name(plain: name)
        string(moment)
    }

    /// Writes a member that says yes; what is not so is left out.
    mutating func flag(_ name: StaticString, _ isSo: Bool) {
        guard isSo else { return }
        self.name(plain: name)
        bool(true)
    }

    /// Writes a member that is a list of texts, if there are some.
    mutating func member(_ name: StaticString, _ texts: some Collection<String>) {
        guard !texts.isEmpty else { return }
        self.name(plain: name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    /// Writes a member that is a list of words, if there are some.
    mutating func member(_ name: StaticString, _ words: some Collection<Code>) {
        guard !words.isEmpty else { return }
        self.name(plain: name)
        beginArray()
        for word in words { string(word) }
        endArray()
    }

    /// Writes a member that is an object of what `write` writes.
    mutating func object(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
        self.name(plain: name)
        object(write)
    }

    /// Writes an object of what `write` writes.
    mutating func object(_ write: (inout JSONWriter) -> Void) {
        beginObject()
        write(&self)
        endObject()
    }

    private mutating func string(_ word: Code) {
        guard word.isASCII else { return string(word.description) }
        let bytes = word.bytes
        string(utf8: bytes.span.extracting(first: word.count))
    }
}
