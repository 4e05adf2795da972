import i18next from 'i18next';
import { useTranslation as useUntyped } from 'react-i18next';
import type { CountedKey, Namespaces, PlainKey } from '../locales/keys.ts';

/**
 * i18next's own types compare each call with the keys of all namespaces, which took two thirds of the time of the type checker.
 * These compare it with those of its namespace, and ask for `count` where the text has plural forms.
 */
export interface Translate<Plain extends string, Counted extends string> {
  (key: Plain, values?: object): string;
  (key: Counted, values: { count: number; [name: string]: unknown }): string;
}

export type TFunction<N extends Namespaces> = Translate<PlainKey<N>, CountedKey<N>>;

export const useTranslation: <const N extends Namespaces = 'common'>(
  namespaces?: N,
) => { t: TFunction<N>; i18n: typeof i18next } = useUntyped as never;

/** The same outside of components, in the language that is chosen now. */
export const textsOf = <const N extends Namespaces>(namespaces: N): TFunction<N> =>
  i18next.getFixedT(null, namespaces) as never;
