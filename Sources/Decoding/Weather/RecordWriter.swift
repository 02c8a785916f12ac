import Records

extension JSONWriter {
    /// Writes a number rounded to hundredths, without zeros at its end: what a report knows at most.
    mutating func decimal(_ value: Double) {
        guard value.isFinite, abs(value) < 1e12 else { return null() }
        let hundredths = Int((value * 100).rounded())
        if hundredths % 100 == 0 { return number(hundredths / 100) }
        let rest = abs(hundredths % 100)
        let text = "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)."
        literal((rest % 10 == 0 ? text + "\(rest / 10)" : text + (rest < 10 ? "0" : "") + "\(rest)").utf8)
    }

    /// Writes a member that is a number, if there is one.
    mutating func member(_ name: String, _ value: Double?) {
        guard let value, value.isFinite else { return }
        self.name(name)
        decimal(value)
    }

    /// Writes a member that is a whole number, if there is one.
    mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        number(value)
    }

    /// Writes a member that is text, if there is some.
    mutating func member(_ name: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        self.name(name)
        string(text)
    }

    /// Writes a member that is a moment, if there is one.
    mutating func member(_ name: String, _ moment: UTC?) { member(name, moment?.description) }

    /// Writes a member that says yes; what is not so is left out.
    mutating func flag(_ name: String, _ isSo: Bool) {
        guard isSo else { return }
        self.name(name)
        bool(true)
    }

    /// Writes a member that is a list of texts, if there are some.
    mutating func member(_ name: String, _ texts: some Collection<String>) {
        guard !texts.isEmpty else { return }
        self.name(name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    /// Writes a member that is a list of words, if there are some.
    mutating func member(_ name: String, _ words: some Collection<Code>) {
        member(name, words.map(\.description))
    }

    /// Writes a member that is an object of what `write` writes.
    mutating func object(_ name: String, _ write: (inout JSONWriter) -> Void) {
        self.name(name)
        beginObject()
        write(&self)
        endObject()
    }
}
