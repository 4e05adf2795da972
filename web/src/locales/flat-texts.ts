type Files = Record<string, unknown>;

const flatten = (texts: unknown, path = ''): [key: string, text: string][] =>
  typeof texts === 'object' && texts !== null
    ? Object.entries(texts).flatMap(([key, value]) => flatten(value, path === '' ? key : `${path}.${key}`))
    : [[path, String(texts)]];

/** Every text of a language by its namespace and key: `./en/auth.json` with `{ a: { b: 'x' } }` has `auth: a.b`. */
export const flatTexts = (files: Files): Map<string, string> =>
  new Map(
    Object.entries(files).flatMap(([path, texts]) => {
      const namespace = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
      return flatten(texts).map(([key, text]): [string, string] => [`${namespace}: ${key}`, text]);
    }),
  );
