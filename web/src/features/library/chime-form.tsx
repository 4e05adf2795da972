import type { OwnChime } from '@belfry/schemas/http/library/chimes';
import { useTranslation } from '../../lib/translation.ts';
import { AudioChoice } from './audio-choice.tsx';
import { ItemForm } from './item-form.tsx';
import { useGetAudioQuery } from './library-api.ts';
import type { FormParts } from './save-form.tsx';

const ALL = { q: '', page: 1, page_size: 500 };
/** The id of no sound. */
const NONE = 0;

export function ChimeForm({ chime, ...parts }: FormParts & { chime: OwnChime | undefined }) {
  const { t } = useTranslation('library');
  const { data } = useGetAudioQuery(ALL);
  const nameOf = (id: number): string => data?.rows.find((audio) => audio.id === id)?.name ?? `#${id}`;
  return (
    <ItemForm
      {...parts}
      kind="chimes"
      item={chime}
      opened={{ name: chime?.name ?? '', audio_id: chime?.audio_id ?? NONE }}
      bodyOf={({ name, audio_id }) => ({ name: name.trim(), audio_id })}
      valuesOf={(body) => body}
      isComplete={({ audio_id }) => audio_id !== NONE}
      labels={{ name: t('name'), audio_id: t('chimes.audio') }}
      textOf={(field, value) => (field === 'audio_id' ? nameOf(Number(value)) : String(value))}
    >
      {({ values: { audio_id }, checked, change }) => (
        <AudioChoice
          label={t('chimes.audio')}
          value={audio_id === NONE ? undefined : audio_id}
          required
          error={checked && audio_id === NONE && t('chimes.audio_missing')}
          onChange={(next) => change({ audio_id: next ?? NONE })}
        />
      )}
    </ItemForm>
  );
}
