const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BITS = 5;
const MORE = 1 << BITS;

function decode(segment: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  let shift = 0;
  for (const digit of segment) {
    const value = DIGITS.indexOf(digit);
    number |= (value & (MORE - 1)) << shift;
    shift += BITS;
    if ((value & MORE) !== 0) continue;
    numbers.push((number & 1) === 1 ? -(number >> 1) : number >> 1);
    [number, shift] = [0, 0];
  }
  return numbers;
}

function encode(number: number): string {
  let left = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const more = left >= MORE;
    text += DIGITS[(left & (MORE - 1)) | (more ? MORE : 0)];
    left >>= BITS;
  } while (left > 0);
  return text;
}

export type SourceMap = { file?: string; sources: string[]; mappings: string };

/**
 * A source map of the lines of chosen sources, without columns. Node keeps all mappings once it has shown one stack: of the api these are
 * 7 MB, of its full map 100.
 */
export function linesOf({ file, sources, mappings }: SourceMap, isWanted: (source: string) => boolean): object {
  const indexes = new Map<number, number>();
  for (const [index, source] of sources.entries()) if (isWanted(source)) indexes.set(index, indexes.size);
  let [source, line] = [0, 0];
  let last = { source: 0, line: 0 };
  const lines = mappings.split(';').map((segments) => {
    let text = '';
    let column = 0;
    let [at, shownAt, shownLine] = [0, 0, -1];
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [columns = 0, sources = 0, originalLines = 0] = decode(segment);
      [at, source, line] = [at + columns, source + sources, line + originalLines];
      const index = indexes.get(source);
      if (index === undefined || line === shownLine) continue;
      // Of the first the whole line is meant, so that what is before it has no other.
      column = text === '' ? 0 : at;
      text += `${text === '' ? '' : ','}${encode(column - shownAt)}${encode(index - last.source)}${encode(line - last.line)}A`;
      [shownAt, shownLine, last] = [column, line, { source: index, line }];
    }
    return text;
  });
  const names = sources.filter((_source, index) => indexes.has(index));
  return { version: 3, file, sources: names, names: [], mappings: lines.join(';') };
}
