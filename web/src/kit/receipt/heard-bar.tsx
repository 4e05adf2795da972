import { missedOf, type Receipt } from '@belfry/schemas/http/announcements/receipts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { type TFunction, useTranslation } from '../../lib/translation.ts';
import { SoundLine } from '../../ui/sound-line.tsx';
import type { RowState } from '../list/index.ts';
import classes from './receipt.module.css';

/** Of 8 px. */
const BARS = 8;

/** Figures of a receipt, or of several together. */
export type Heard = Pick<Receipt, 'devices' | 'heard' | 'sent' | 'other_voices' | 'is_over'>;

/**
 * Green only where all have heard it in their language; amber where some have, or by a voice of another language; red where nobody has.
 * Hollow: it is still being said, or was sent to some that do not say whether they heard it.
 */
const stateOf = (figures: Heard): RowState => {
  const { devices, heard, sent, other_voices, is_over } = figures;
  if (devices > 0 && missedOf(figures) === 0) return other_voices > 0 ? 'look' : sent > 0 ? 'off' : 'ok';
  if (!is_over) return 'off';
  return heard + sent > 0 ? 'look' : 'wrong';
};

/** The state of a receipt as a dot and a word. */
export function useHeardState(): (figures: Heard) => { state: RowState; text: string } {
  const { t } = useTranslation('receipt');
  return (figures) => {
    const state = stateOf(figures);
    if (figures.devices === 0) return { state, text: t('state.nowhere') };
    const isAll = missedOf(figures) === 0;
    if (state === 'look' && isAll) return { state, text: t('state.other_voice') };
    if (state === 'off' && isAll) return { state, text: t('state.sent') };
    return { state, text: t(`state.${state}`) };
  };
}

/** `58 of 60`, `2 of 3 · 1 sent` or `1 sent` */
export const heardText = (
  t: TFunction<'receipt'>,
  { devices, heard, sent }: Pick<Receipt, 'devices' | 'heard' | 'sent'>,
  format: (count: number) => string = String,
): string => {
  const parts = [
    (sent === 0 || sent < devices) && t('heard', { heard: format(heard), devices: format(devices) }),
    sent > 0 && t('sent', { count: sent, formatted: format(sent) }),
  ];
  return parts.filter(Boolean).join(' · ');
};

/** `▮▮▮▮▮▮▮▯ 58 of 60` */
export function HeardBar({ heard: figures }: { heard: Heard }) {
  const { t } = useTranslation('receipt');
  const locale = useLocale();
  const { devices, heard, sent } = figures;
  const reached = heard + sent;
  // Never full before everybody has heard it, and never empty once somebody has.
  const filled =
    devices === 0 || reached === 0 ? 0 : Math.max(1, Math.floor((BARS * Math.min(reached, devices)) / devices));
  return (
    <span className={classes.heard}>
      <SoundLine share={filled / BARS} state={stateOf(figures)} />
      {heardText(t, figures, (count) => formatCount(count, locale))}
    </span>
  );
}
