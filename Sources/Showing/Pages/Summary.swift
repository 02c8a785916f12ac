public import AlmanacValues
public import Records

/// The number of records and figures about their members, in groups.
public struct Summary: Showable {
    /// A figure about a member of all records of a group.
    public struct Figure: Sendable {
        /// The ways to combine values.
        public enum Kind: String, Sendable, CaseIterable {
            /// The sum of the numbers.
            case sum
            /// The arithmetic mean of the numbers.
            case mean
            /// The smallest number, or the first text if there is no number.
            case min
            /// The greatest number, or the last text if there is no number.
            case max
        }

        /// The way to combine the values.
        public let kind: Kind
        /// The name or path of the member.
        public let member: String

        /// Makes a figure.
        public init(_ kind: Kind, of member: String) {
            self.kind = kind
            self.member = member
        }

        var title: String { "\(kind.rawValue)(\(member))" }
    }

    private struct Group {
        let name: JSON?
        let count: Int
        let values: [JSON?]
    }

    private let member: String?
    private let figures: [Figure]
    private let hasCount: Bool
    private let groups: [Group]
    /// The number of groups that the summary has, of all.
    public let cut: Cut

    /// Makes a summary.
    ///
    /// - Parameters:
    ///   - items: The records.
    ///   - figures: The figures, in the order of their columns.
    ///   - hasCount: Whether the number of records is a column.
    ///   - group: The member whose values distinguish the groups; `nil` for a single group.
    ///   - limit: The maximum number of groups; `nil` for all.
    public init(_ items: [Item], _ figures: [Figure], hasCount: Bool, group: String?, limit: Int? = nil) {
        member = group
        self.figures = figures
        self.hasCount = hasCount
        let all = Summary.divided(items, by: group)
        groups = all.prefix(limit ?? .max).map { name, items in
            Group(name: name, count: items.count, values: figures.map { $0.value(of: items) })
        }
        cut = Cut(shown: groups.count, of: all.count, "groups")
    }

    /// Returns the table: a row for each group, in natural order; records without a group come last.
    public func lines(on paper: Paper) -> [Line] {
        let text = text
        let columns = text.titles.enumerated().map { index, title in
            Column(title, isNumber: index > 0 || member == nil)
        }
        return Table(columns, rows: text.rows.map { Table.Row($0.map { Line($0) }) }).lines(on: paper)
    }

    /// The table as delimited text.
    public var text: DelimitedText {
        let titles = (member.map { [$0] } ?? []) + (hasCount ? ["count"] : []) + figures.map(\.title)
        let rows = groups.map { group in
            (member == nil ? [] : [group.name?.cell ?? ""]) + (hasCount ? ["\(group.count)"] : [])
                + group.values.map { $0?.cell ?? "" }
        }
        return DelimitedText(titles: titles, rows: rows)
    }

    /// The groups as JSON: `{"group": "NHS", "count": 3, "sum": {"Beds": 120}}`.
    public var json: [JSON] {
        groups.map { group in
            let values = zip(figures, group.values)
            let kinds = Figure.Kind.allCases.compactMap { kind -> JSON.Member? in
                let members = values.compactMap { figure, value in
                    figure.kind == kind ? value.map { JSON.Member(figure.member, $0) } : nil
                }
                return members.isEmpty ? nil : .init(kind.rawValue, .object(members))
            }
            let head = JSON.members(["group": group.name, "count": hasCount ? .int(group.count) : nil])
            return .object((head.object ?? []) + kinds)
        }
    }

    private static func divided(_ items: [Item], by member: String?) -> [(JSON?, [Item])] {
        guard let member else { return [(nil, items)] }
        return items.grouped { $0.data.value(at: member)?.cell }.map { _, items in
            (items.first?.data.value(at: member), items)
        }
    }
}

extension Summary.Figure {
    /// Returns the figure for some records; `nil` if none of them has a suitable value.
    fileprivate func value(of items: [Item]) -> JSON? {
        let values = items.compactMap { $0.data.value(at: member) }
        let numbers = values.compactMap { value in value.quantity.map { (value: value, number: $0) } }
        switch kind {
        case .sum: return numbers.isEmpty ? nil : rounded(numbers.map(\.number))
        case .mean:
            guard !numbers.isEmpty else { return nil }
            return .double(
                Summary.rounded(Summary.sum(numbers.map(\.number)) / Double(numbers.count), places: 6))
        case .min:
            if let least = numbers.min(by: { $0.number < $1.number }) { return .double(least.number) }
            return texts(values).min { $0.naturallyPrecedes($1) }.map(JSON.string)
        case .max:
            if let most = numbers.max(by: { $0.number < $1.number }) { return .double(most.number) }
            return texts(values).max { $0.naturallyPrecedes($1) }.map(JSON.string)
        }
    }

    private func rounded(_ numbers: [Double]) -> JSON {
        .double(Summary.rounded(Summary.sum(numbers), places: 9))
    }

    private func texts(_ values: [JSON]) -> [String] { values.compactMap(\.string).filter { !$0.isEmpty } }
}

extension Summary {
    /// Returns the sum; the errors of rounding are added up separately.
    ///
    /// Source: W. Kahan, "Further remarks on reducing truncation errors", 1965.
    fileprivate static func sum(_ numbers: [Double]) -> Double {
        var sum = 0.0
        var lost = 0.0
        for number in numbers {
            let next = number - lost
            let total = sum + next
            lost = (total - sum) - next
            sum = total
        }
        return sum
    }

    /// Returns a number with at most some decimal places, so that 0.1 and 0.2 are 0.3.
    fileprivate static func rounded(_ number: Double, places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = (number * scale).rounded()
        return scaled.magnitude < 9e15 ? scaled / scale : number
    }
}
