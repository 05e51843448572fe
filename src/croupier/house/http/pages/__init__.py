"""The pages: what people see of the house in a browser, and the few routes that only pages need."""
