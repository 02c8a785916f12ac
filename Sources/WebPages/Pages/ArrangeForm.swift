import Showing

/// The form in which a user chooses which airports the start page has first, and the order of the others.
struct ArrangeForm {
    private let preferences: Preferences

    init(_ preferences: Preferences) { self.preferences = preferences }

    /// The form, which opens when its title is chosen.
    var html: HTML {
        HTML {
            $0.add("details", ["class": "arrange", "id": "arrange"]) { details in
                details.add("summary", text: "Order of the airports")
                details.add("form", ["action": "/", "method": "get"]) { form in
                    for (name, value) in preferences.items where !["pin", "order"].contains(name) {
                        form.add(void: "input", ["type": "hidden", "name": name, "value": value])
                    }
                    pins(&form)
                    order(&form)
                    form.add("button", ["type": "submit"], text: "Set")
                }
            }
        }
    }

    private func pins(_ form: inout HTML) {
        form.add("label", ["for": "pins"], text: "First, in this order:")
        form.add(
            void: "input",
            [
                "id": "pins", "name": "pin", "value": preferences.pins.joined(separator: " "),
                "placeholder": "KPWM KBOS", "maxlength": "220", "autocomplete": "off", "spellcheck": "false",
            ])
    }

    private func order(_ form: inout HTML) {
        form.add("label", ["for": "order"], text: "then all others:")
        form.add("select", ["id": "order", "name": "order"]) { list in
            for (order, text) in [(AirportOrder.worst, "the worst first"), (.name, "by name")] {
                list.add(
                    "option",
                    ["value": order.rawValue, "selected": order == preferences.order ? "selected" : nil],
                    text: text)
            }
        }
    }
}
