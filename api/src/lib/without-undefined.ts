type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

export const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
