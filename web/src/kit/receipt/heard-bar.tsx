import type { Receipt } from '@belfry/schemas/http/announcements/receipts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { SoundLine } from '../../ui/sound-line.tsx';
import type { RowState } from '../list/index.ts';
import classes from './receipt.module.css';

/** Of 8 px. */
const BARS = 8;

/** Figures of a receipt, or of several together. */
export type Heard = Pick<Receipt, 'devices' | 'heard' | 'other_voices' | 'is_over'>;

/**
 * Green only where all have heard it in their language; amber where some have, or by a voice of another language; red where nobody has.
 * Hollow: it is still being said.
 */
const stateOf = ({ devices, heard, other_voices, is_over }: Heard): RowState => {
  if (devices > 0 && heard === devices) return other_voices > 0 ? 'look' : 'ok';
  if (!is_over) return 'off';
  return heard > 0 ? 'look' : 'wrong';
};

/** The state of a receipt as a dot and a word. */
export function useHeardState(): (figures: Heard) => { state: RowState; text: string } {
  const { t } = useTranslation('receipt');
  return (figures) => {
    const state = stateOf(figures);
    if (figures.devices === 0) return { state, text: t('state.nowhere') };
    if (state === 'look' && figures.heard === figures.devices) return { state, text: t('state.other_voice') };
    return { state, text: t(`state.${state}`) };
  };
}

/** `▮▮▮▮▮▮▮▯ 58 of 60` */
export function HeardBar({ heard: figures }: { heard: Heard }) {
  const { t } = useTranslation('receipt');
  const locale = useLocale();
  const { devices, heard } = figures;
  // Never full before everybody has heard it, and never empty once somebody has.
  const filled =
    devices === 0 || heard === 0 ? 0 : Math.max(1, Math.floor((BARS * Math.min(heard, devices)) / devices));
  return (
    <span className={classes.heard}>
      <SoundLine share={filled / BARS} state={stateOf(figures)} />
      {t('heard', { heard: formatCount(heard, locale), devices: formatCount(devices, locale) })}
    </span>
  );
}
