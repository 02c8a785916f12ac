public import Records

extension UTC {
    /// Parses a moment in the forms found in data: ISO 8601 with missing parts, the words of mail and asctime
    /// (`Wed, 1 May 24 08:00 EST`), dates without separators (`2026112814`), and counts since 1970 in seconds
    /// to nanoseconds, distinguished by their number of digits: see `DigitTime`.
    ///
    /// Without a zone, the time is in UTC.
    ///
    /// - Returns: `nil` for any other text; the whole text must be understood and have one meaning.
    public init?(looseText text: String) { self.init(looseText: text, form: TimeForm()) }

    /// Parses a moment in these forms, with what is known about the form of its field.
    package init?(looseText text: String, form: TimeForm) {
        guard let moment = UTC.moment(text, form: form) else { return nil }
        self = moment
    }

    private static func moment(_ text: String, form: TimeForm) -> UTC? {
        if let pattern = form.pattern { return pattern.moment(text) }
        if let unit = form.unit { return unit.moment(text) }
        if let moment = UTC(iso8601: text) { return moment }
        if let digits = DigitTime(text) { return digits.moment(form.digits) }
        if let moment = UnusualDate.moment(text) ?? MailDate.moment(text) { return moment }
        return words(UnusualDate.joined(text), form: form, isStrict: true)
    }

    /// Parses the words of a date; one in numbers only if its order is stated or the only possible one.
    private static func words(_ text: String, form: TimeForm, isStrict: Bool) -> UTC? {
        guard let date = NumericDate(in: text) else {
            return DateWords(text, order: nil, isStrict: isStrict).moment
        }
        guard let order = form.order ?? date.order(isOpen: form.isOpen) else { return nil }
        return DateWords(text, order: order, isStrict: isStrict).moment
    }

    /// Parses a moment written as a date: every form of `looseText` except numbers of seconds.
    ///
    /// - Returns: `nil` for any other text, and for a date that may be two days, such as `05/06/2026`.
    public init?(dateText text: String) { self.init(dateText: text, order: nil) }

    /// Parses a moment in the usual forms of feeds: ISO 8601, or that of mail with an offset or `GMT`.
    package init?(usualDate text: String) {
        let isNumeric = text.utf8.first.map { $0.isDigit } ?? false
        guard let moment = isNumeric ? UTC(iso8601: text) : MailDate.moment(text) else { return nil }
        self = moment
    }

    /// Parses a moment written as a date, with the order of dates in numbers, if it is known.
    package init?(dateText text: String, order: DateOrder?) {
        if let moment = UTC(usualDate: text) {
            self = moment
            return
        }
        var form = TimeForm()
        form.order = order
        guard let moment = UTC.words(text, form: form, isStrict: false) else { return nil }
        self = moment
    }
}
