import type { ReactElement } from 'react';
import { Trans as UntypedTrans } from 'react-i18next';
import type { Translate } from './translation.ts';

/** A text with elements: `<b>` in it becomes `components.b`. */
export const Trans: <Plain extends string, Counted extends string>(texts: {
  t: Translate<Plain, Counted>;
  i18nKey: NoInfer<Plain>;
  values?: object;
  components: Readonly<Record<string, ReactElement>>;
}) => ReactElement = UntypedTrans as never;
