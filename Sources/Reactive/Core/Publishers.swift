/// The types of the operators, by Combine's names; one rarely writes them.
public enum Publishers {}
