import type { Definition } from './call.ts';

/** A file of text as it is, without a guess of the browser at its encoding. */
export type TextFile = {
  file: File;
  /** The encoding that a person has chosen; empty: the server finds it. */
  charset: string;
};

export const withTextFile = <Arg extends TextFile, R>(
  { query, ...rest }: Definition<Arg, R>,
  type: 'text/csv',
): Definition<Arg, R> => ({
  ...rest,
  query: (arg) => ({
    ...query(arg),
    body: arg.file,
    headers: { 'Content-Type': arg.charset === '' ? type : `${type}; charset=${arg.charset}` },
  }),
});
