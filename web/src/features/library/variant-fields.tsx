import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { ActionIcon, Button, Fieldset, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { IconTrash, IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, MessageBody } from '@belfry/schemas/http/library/texts';
import { useInsertAtCaret } from '../../lib/focus.ts';
import { toast } from '../../ui/toast.ts';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { usePreviewTextMutation, usePronunciations, type Preview } from './library-api.ts';
import { VoiceLanguageSelect, VoiceChoice } from './save-form.tsx';
import { SpokenAs } from '../../ui/spoken-as.tsx';
import { useVoices } from '../speech/voice-lists-api.ts';

type Props = {
  values: MessageValues;
  checked: boolean;
  onChange: (next: Partial<MessageValues>) => void;
};
const VARIABLES = ['place', 'time', 'date'] as const;

/** A text for each language, of which one is for the places with other languages. */
export function VariantFields({ values, checked, onChange }: Props) {
  const { t } = useTranslation('library');
  const { variants, fallback_language } = values;
  const languages = variants.map(({ language }) => language);
  return (
    <Stack gap="sm">
      {[...variants.entries()].map(([index, variant]) => (
        <Fieldset key={index} legend={t('messages.variant', { number: index + 1 })}>
          <VariantField
            variant={variant}
            sound={values}
            taken={languages.filter((language) => language !== variant.language)}
            checked={checked}
            onChange={(next) => onChange(withVariant(values, index, next))}
          />
          <Group justify="space-between" mt="xs">
            <Radio
              label={t('messages.fallback')}
              name="fallback_language"
              checked={variant.language === fallback_language}
              disabled={variant.language === ''}
              onChange={() => onChange({ fallback_language: variant.language })}
            />
            {variants.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="error"
                size={36}
                aria-label={t('messages.remove_language', { language: variant.language })}
                onClick={() => onChange(withoutVariant(values, index))}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        </Fieldset>
      ))}
      <Group>
        <AddVariant onAdd={() => onChange({ variants: [...variants, { language: '', text: '' }] })} />
      </Group>
    </Stack>
  );
}

type FieldProps = {
  variant: Variant;
  sound: Sound;
  taken: readonly string[];
  checked: boolean;
  onChange: (variant: Variant) => void;
};

function VariantField({ variant, sound, taken, checked, onChange }: FieldProps) {
  const { t } = useTranslation('library');
  const [voice, setVoice] = useState('');
  const previewUrls = usePreviewUrls();
  const { playback, play, stop } = usePlayback(() => toast('error', t('messages.not_played')));
  const { language, text } = variant;
  const { list: voices } = useVoices(language === '' ? undefined : language.split('-')[0]);
  const pronunciations = usePronunciations();
  const heard = voices.find(({ voice_name }) => voice_name === voice) ?? voices[0];
  const { field, insert } = useInsertAtCaret({
    value: text,
    maxLength: SPOKEN_TEXT_MAX,
    onChange: (next) => onChange({ ...variant, text: next }),
  });
  return (
    <Stack gap="xs">
      <VoiceLanguageSelect
        label={t('language')}
        value={language}
        without={taken}
        onChange={(next) => onChange({ ...variant, language: next })}
      />
      <Textarea
        ref={field}
        label={t('messages.text')}
        withAsterisk
        autosize
        minRows={2}
        maxRows={10}
        maxLength={SPOKEN_TEXT_MAX}
        lang={language === '' ? undefined : language}
        value={text}
        error={checked && text.trim() === '' && t('messages.text_missing')}
        onChange={({ currentTarget }) => onChange({ ...variant, text: currentTarget.value })}
      />
      {language !== '' && (
        <SpokenAs
          text={text}
          language={language}
          voiceLanguage={heard?.language_codes[0] ?? language}
          readsFigures={heard?.reads_figures === true}
          pronunciations={pronunciations}
        />
      )}
      <Group gap="xs">
        <Text size="sm">{t('messages.insert')}</Text>
        {VARIABLES.map((variable) => (
          <Button key={variable} variant="light" size="compact-sm" onClick={() => insert(`{${variable}}`)}>
            {t(`messages.variables.${variable}`)}
          </Button>
        ))}
      </Group>
      {language !== '' && text.trim() !== '' && (
        <Group align="flex-end" gap="xs">
          <VoiceChoice language={language} value={voice} onChange={setVoice} />
          <PlayButton
            name={language}
            state={playStateOf(playback, language)}
            onPlay={() => {
              const spoken = { text, language, ...(voice !== '' && { voice }), chime: sound.chime };
              void play(language, async () => asHeard(await previewUrls(spoken), sound));
            }}
            onStop={stop}
          />
        </Group>
      )}
    </Stack>
  );
}

function AddVariant({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('library');
  return (
    <Button variant="default" size="xs" leftSection={<IconLanguage size={16} aria-hidden />} onClick={onAdd}>
      {t('messages.add_language')}
    </Button>
  );
}

/** Renders a text and gives the addresses of its parts; a failure is shown with its reason. */
function usePreviewUrls(): (preview: Preview) => Promise<readonly string[] | null> {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const [render] = usePreviewTextMutation();
  return async (preview) => {
    const { data, error } = await render(preview);
    if (error) toast('error', errorText(error, t('messages.not_rendered')));
    return data ?? null;
  };
}

/** The form of a message; every field has a value. */
export type MessageValues = MessageBody & { fallback_language: string };
export type Variant = MessageValues['variants'][number];

export const valuesOf = (message: Message): MessageValues => ({
  name: message.name,
  variants: message.variants,
  fallback_language: message.fallback_language,
  chime: message.chime,
  repeat: message.repeat,
  pause_ms: message.pause_ms,
  emergency: message.emergency,
});

export const newMessage = (language: string): MessageValues => ({
  name: '',
  variants: [{ language, text: '' }],
  fallback_language: language,
  chime: 'none',
  repeat: 1,
  pause_ms: 2_000,
  emergency: false,
});

type Change = Pick<MessageValues, 'variants' | 'fallback_language'>;
/** Replaces a variant; the fallback follows where its language changes. */
export function withVariant({ variants, fallback_language }: Change, index: number, variant: Variant): Change {
  const before = variants[index]?.language;
  return {
    variants: variants.map((each, at) => (at === index ? variant : each)),
    fallback_language: before === fallback_language ? variant.language : fallback_language,
  };
}

/** Removes a variant; the first of the others becomes the fallback where it was. */
export function withoutVariant({ variants, fallback_language }: Change, index: number): Change {
  const rest = variants.filter((_, at) => at !== index);
  const isKept = rest.some(({ language }) => language === fallback_language);
  return { variants: rest, fallback_language: isKept ? fallback_language : (rest[0]?.language ?? '') };
}

type Sound = Pick<MessageValues, 'chime' | 'repeat' | 'pause_ms'>;
/** The parts of a message as a place hears them, with one repetition where there are any. */
export function asHeard(
  urls: readonly string[] | null,
  { repeat, pause_ms }: Sound,
): readonly (string | number)[] | null {
  return urls === null || repeat === 1 ? urls : [...urls, pause_ms, ...urls];
}
