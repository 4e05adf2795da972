import { useState } from 'react';
import { CLOCKS, type Clock, readClock } from '../../../lib/browser-habits.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { LOCAL_KEYS, writeLocal } from '../../../lib/storage.ts';
import { ChoiceSetting } from '../../../ui/fields/choice-setting.tsx';

/** Times are written with 12 or 24 hours everywhere, also where they were written already: so the page is loaded again. */
export function ClockSetting() {
  const { t } = useTranslation('settings');
  const [clock, setClock] = useState(readClock);
  const choose = (next: Clock): void => {
    setClock(next);
    writeLocal(LOCAL_KEYS.clock, next);
    globalThis.location.reload();
  };
  return (
    <ChoiceSetting
      label={t('appearance.clock')}
      description={t('appearance.clock_hint')}
      value={clock}
      choices={CLOCKS}
      name={(each) => t(`appearance.clocks.${each}`)}
      onChange={choose}
    />
  );
}
