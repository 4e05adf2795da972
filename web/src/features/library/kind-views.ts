import { USED_KINDS } from '@belfry/schemas/http/library/uses';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../lib/translation.ts';
import { useMay } from '../teams/teams-api.ts';

const CHIPS = ['all', ...USED_KINDS, 'sms', 'voices'] as const;
export type Chip = (typeof CHIPS)[number];
const VOICES_PATH = '/library/voices';

/** The chips of the library: a kind of its list, or its page of voices. @param onOpen on the page of the list */
export function useKindViews(open: Chip | null, onOpen?: (chip: Exclude<Chip, 'voices'>) => void) {
  const { t } = useTranslation('library');
  const navigate = useNavigate();
  const texts = useMay('read_sms');
  return {
    all: CHIPS.filter((value) => value !== 'sms' || texts).map((value) => ({ value, label: t(`tabs.${value}`) })),
    open,
    onOpen: (chip: Chip): void => {
      if (chip === 'voices') void navigate(VOICES_PATH);
      else if (onOpen) onOpen(chip);
      else void navigate(chip === 'all' ? '/library' : `/library?kind=${chip}`);
    },
  };
}
