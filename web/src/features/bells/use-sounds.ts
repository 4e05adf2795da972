import type { BellSound } from '@belfry/schemas/http/bells/timetables';
import { useTranslation } from '../../lib/translation.ts';
import { useMay } from '../teams/teams-api.ts';
import { useLibraryNames } from '../library/library-api.ts';
import { useContents, useScheduleOwner } from '../places/index.ts';
import { valueOfSound } from './bell-rows.ts';

const CHIMES = ['bell', 'ding_dong', 'three_tone', 'alarm'] as const;
export type SoundChoice = { value: string; label: string };

/**
 * What a bell may sound like: the chimes of the product, those of the organisation, then the messages of the library; those for emergencies are
 * marked. `labelOf` also names one that is gone.
 * @param now it rings now: messages for emergencies are for those who may start one
 */
export function useSounds({ now = false } = {}): {
  sounds: { group: string; items: SoundChoice[] }[];
  labelOf: (sound: BellSound) => string;
} {
  const { t } = useTranslation('bells');
  const { data = [], isLoading } = useContents('message');
  const { data: own = [], isLoading: isOwnLoading } = useLibraryNames('chimes', useScheduleOwner());
  const chimes = [
    ...CHIMES.map((chime) => ({ value: valueOfSound({ type: 'chime', chime }), label: t(`chimes.${chime}`) })),
    ...own.map(({ id, name }) => ({
      value: valueOfSound({ type: 'chime', chime: 'bell', chime_id: id }),
      label: name,
    })),
  ];
  const mayEmergency = useMay('emergency');
  const messages = data
    .filter(({ emergency }) => !now || mayEmergency || emergency !== true)
    .map(({ id, name, emergency }) => ({
      value: valueOfSound({ type: 'message', message_id: id }),
      label: emergency === true ? t('sounds.emergency', { name }) : name,
    }));
  const labels = new Map([...chimes, ...messages].map(({ value, label }) => [value, label]));
  return {
    sounds: [
      { group: t('sounds.chimes'), items: chimes },
      ...(messages.length > 0 ? [{ group: t('sounds.messages'), items: messages }] : []),
    ],
    labelOf: (sound) => labels.get(valueOfSound(sound)) ?? (isLoading || isOwnLoading ? '…' : t('sounds.gone')),
  };
}
