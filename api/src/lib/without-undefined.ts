type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The fields of an object that are not undefined: the changes of a patch, whose absent fields stay. */
export const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
