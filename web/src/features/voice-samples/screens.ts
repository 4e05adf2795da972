// The code of a screen is loaded when it is first opened.
