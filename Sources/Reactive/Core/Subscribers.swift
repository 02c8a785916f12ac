/// The types of the subscriber's side: demand, completion, and the usual subscribers.
public enum Subscribers {}
