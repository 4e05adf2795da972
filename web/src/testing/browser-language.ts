/** The clock has 24 hours, and the week begins on Monday: of a browser in British English. */
for (const [name, value] of Object.entries({ language: 'en-GB', languages: ['en-GB'] }))
  Object.defineProperty(navigator, name, { value, configurable: true });
