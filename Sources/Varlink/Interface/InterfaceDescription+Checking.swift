public import Records

nonisolated extension InterfaceDescription {
    /// Checks parameters against their declaration.
    ///
    /// A member that is not declared is a misfit too: otherwise a misspelt one would be ignored silently.
    /// `null` counts as omitted.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of a call, a reply or an error.
    ///   - fields: The fields declared for it.
    /// - Returns: The path of the first misfit, such as `selector.near.latitude` or `tags[2]`; `nil` if
    ///   everything is as declared.
    public func misfit(in parameters: JSON, of fields: [FieldDeclaration]) -> String? {
        guard let members = parameters.object else { return "parameters" }
        return misfit(in: members, of: fields, at: "")
    }

    private func misfit(
        in members: [JSON.Member], of fields: [FieldDeclaration], at path: String
    ) -> String? {
        for field in fields {
            let value = members.first { same($0.name, field.name) }?.value ?? .null
            if let misfit = misfit(in: value, of: field.type, at: path + field.name) { return misfit }
        }
        let unknown = members.first { member in !fields.contains { same($0.name, member.name) } }
        return unknown.map { path + $0.name }
    }

    private func misfit(in value: JSON, of type: FieldType, at path: String) -> String? {
        switch type {
        case .optional(let inner): return value.isNull ? nil : misfit(in: value, of: inner, at: path)
        case .named(let name):
            guard let declared = self.type(name)?.type else { return path }
            return misfit(in: value, of: declared, at: path)
        case .structure(let fields):
            guard let members = value.object else { return path }
            return misfit(in: members, of: fields, at: path + ".")
        case .array(let inner): return misfit(inArray: value, of: inner, at: path)
        case .map(let inner):
            guard let members = value.object else { return path }
            return members.lazy.compactMap { misfit(in: $0.value, of: inner, at: "\(path).\($0.name)") }.first
        default: return fits(value, type) ? nil : path
        }
    }

    private func misfit(inArray value: JSON, of type: FieldType, at path: String) -> String? {
        guard let elements = value.array else { return path }
        return elements.enumerated().lazy
            .compactMap { misfit(in: $1, of: type, at: "\(path)[\($0)]") }.first
    }

    private func fits(_ value: JSON, _ type: FieldType) -> Bool {
        switch type {
        case .bool: value.bool != nil
        case .int: value.int != nil
        case .float: value.double != nil
        case .string: value.string != nil
        case .object: value.object != nil
        case .enumeration(let words): value.string.map { text in words.contains { same($0, text) } } ?? false
        default: !value.isNull
        }
    }
}
