/// The namespace of demand, completion and the standard subscribers.
public enum Subscribers {}
