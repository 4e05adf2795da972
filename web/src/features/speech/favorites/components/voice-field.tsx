import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../../../ui/pickers/choice-field.tsx';
import { PickerDialog, type PickerRow } from '../../../../ui/pickers/picker-dialog.tsx';
import { searchRanked } from '../../../../lib/lookup-search.ts';
import { VoiceTypeBadge } from '../../../../ui/voice-type-badge.tsx';
import { type VoiceList, voiceFlag, type ListedVoice } from '../../voice-lists-api.ts';
import { BuiltInHint } from './built-in-hint.tsx';

type Props = {
  /** The voices that can be chosen. */
  voices: readonly ListedVoice[];
  of: Pick<VoiceList<ListedVoice>, 'isLoading' | 'isBuiltIn' | 'retry'>;
  /** `voice_name` */
  voice: string;
  /** The name of a voice that is not in the list. */
  name?: string;
  onPick: (voice: string) => void;
};

/** The voice, chosen in a dialog that searches by name or code, with the number of voices. */
export function VoiceField({ voices, of: { isLoading, isBuiltIn, retry }, voice, name, onPick }: Props) {
  const { t } = useTranslation(['favorites', 'common']);
  const [opened, picker] = useDisclosure(false);
  const chosen = voices.find(({ voice_name }) => voice_name === voice);
  const available = t('voice.available', { count: voices.length });
  const rowOf = ({ voice_name, name, gender, type, language_codes }: ListedVoice): PickerRow => ({
    value: voice_name,
    flag: voiceFlag(language_codes),
    name,
    detail: t(`gender.${gender}`),
    badge: <VoiceTypeBadge type={type} />,
  });
  return (
    <div>
      <ChoiceField
        name="voice"
        label={t('voice.label')}
        description={isLoading ? t('common:loading') : available}
        optional
        placeholder={t(isLoading ? 'common:loading' : 'voice.none')}
        value={chosen?.name ?? name ?? (isLoading ? '' : voice)}
        flag={chosen ? voiceFlag(chosen.language_codes) : ''}
        onOpen={picker.open}
      />
      {isBuiltIn && <BuiltInHint onRetry={retry}>{t(voices.length > 0 ? 'voice.error' : 'voice.nothing')}</BuiltInHint>}
      <PickerDialog
        opened={opened}
        onClose={picker.close}
        escapeClears
        title={t('voice.picker', { available })}
        placeholder={t('voice.search')}
        selected={voice}
        search={(typed) =>
          searchRanked(voices, typed, ({ name, voice_name }) => ({ name, codes: [voice_name] })).map(rowOf)
        }
        onPick={onPick}
      />
    </div>
  );
}
