import { useAct } from '../../ui/use-act.ts';
import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { ActionIcon, Button, Fieldset, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { isHeard } from '@belfry/schemas/http/library/texts';
import { useInsertAtCaret } from '../../lib/focus.ts';
import { toast } from '../../ui/toast.ts';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { AudioChoice } from './audio-choice.tsx';
import { usePreviewTextMutation, usePronunciations, type Preview } from './library-api.ts';
import { formatLength } from './length.ts';
import classes from './library.module.css';
import {
  asHeard,
  type MessageValues,
  type Sound,
  type Variant,
  withoutVariant,
  withVariant,
} from './message-values.ts';
import { VoiceLanguageSelect, VoiceChoice } from './save-form.tsx';
import { SpokenAs } from '../../ui/spoken-as.tsx';
import { useVoices } from '../speech/voice-lists-api.ts';

type Props = {
  values: MessageValues;
  checked: boolean;
  onChange: (next: Partial<MessageValues>) => void;
};
const VARIABLES = ['place', 'time', 'date'] as const;

/** The words of a text in its one language, to listen to. */
export function VariantText({ values, checked, onChange }: Props) {
  const [variant] = values.variants;
  if (!variant) return null;
  return (
    <SpokenText
      variant={variant}
      sound={values}
      checked={checked}
      isAutofocused
      onChange={(next) => onChange(withVariant(values, 0, next))}
    />
  );
}

/** The language of that text, and recordings around it. */
export function VariantAround({ values, onChange }: Omit<Props, 'checked'>) {
  const { t } = useTranslation('library');
  const [variant] = values.variants;
  if (!variant) return null;
  const change = (next: Partial<Variant>): void => onChange(withVariant(values, 0, { ...variant, ...next }));
  return (
    <>
      <VoiceLanguageSelect
        label={t('language')}
        value={variant.language}
        onChange={(language) => change({ language })}
      />
      <AudioAroundText variant={variant} onChange={change} />
    </>
  );
}

function AudioAroundText({ variant, onChange }: { variant: Variant; onChange: (next: Partial<Variant>) => void }) {
  const { t } = useTranslation('library');
  return (
    <>
      <AudioChoice
        label={t('messages.audio_before')}
        value={variant.audio_before}
        onChange={(next) => onChange({ audio_before: next })}
      />
      <AudioChoice
        label={t('messages.audio_after')}
        value={variant.audio_after}
        onChange={(next) => onChange({ audio_after: next })}
      />
    </>
  );
}

/** A text for each language with audio around it; one of them is the fallback for other languages. */
export function VariantFields({ values, checked, onChange }: Props) {
  const { t } = useTranslation('library');
  const { variants, fallback_language } = values;
  const languages = variants.map(({ language }) => language);
  return [...variants.entries()].map(([index, variant]) => {
    const change = (next: Partial<Variant>): void => onChange(withVariant(values, index, { ...variant, ...next }));
    return (
      <Fieldset
        key={index}
        variant="unstyled"
        className={classes.variant ?? ''}
        legend={t('messages.variant', { number: index + 1 })}
      >
        <Stack gap="xs">
          <VoiceLanguageSelect
            label={t('language')}
            value={variant.language}
            without={languages.filter((language) => language !== variant.language)}
            onChange={(language) => change({ language })}
          />
          <SpokenText variant={variant} sound={values} checked={checked} onChange={change} />
          <AudioAroundText variant={variant} onChange={change} />
        </Stack>
        <Group justify="space-between" mt="xs">
          <Radio
            label={t('messages.fallback')}
            name="fallback_language"
            checked={variant.language === fallback_language}
            disabled={variant.language === ''}
            onChange={() => onChange({ fallback_language: variant.language })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('messages.remove_language', { language: variant.language })}
            onClick={() => onChange(withoutVariant(values, index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Fieldset>
    );
  });
}

type FieldProps = {
  variant: Variant;
  sound: Sound;
  checked: boolean;
  isAutofocused?: boolean;
  onChange: (variant: Variant) => void;
};

function SpokenText({ variant, sound, checked, isAutofocused = false, onChange }: FieldProps) {
  const { t } = useTranslation('library');
  const [voice, setVoice] = useState('');
  const preview = usePreview();
  const [heard, setHeard] = useState<{ of: string; ms: number } | null>(null);
  const { playback, play, stop } = usePlayback(() => toast('error', t('messages.not_played')));
  const { language, text, audio_before, audio_after } = variant;
  const isText = text.trim() !== '';
  const { list: voices } = useVoices(language === '' ? undefined : language.split('-')[0]);
  const pronunciations = usePronunciations();
  const speaker = voices.find(({ voice_name }) => voice_name === voice) ?? voices[0];
  const { field, insert } = useInsertAtCaret({
    value: text,
    maxLength: SPOKEN_TEXT_MAX,
    onChange: (next) => onChange({ ...variant, text: next }),
  });
  const { chime, chime_id } = sound;
  const spoken: Preview = {
    text,
    language,
    ...(isText && voice !== '' && { voice }),
    chime,
    chime_id,
    audio_before,
    audio_after,
  };
  const listen = async () => {
    const answer = await preview(spoken);
    setHeard(answer && { of: JSON.stringify(spoken), ms: answer.duration_ms });
    return asHeard(answer?.parts ?? null, sound);
  };
  return (
    <>
      <Textarea
        ref={field}
        label={t('messages.text')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={SPOKEN_TEXT_MAX}
        lang={language === '' ? undefined : language}
        value={text}
        error={checked && !isHeard(variant) && t('messages.text_missing')}
        {...(isAutofocused && { 'data-autofocus': true })}
        onChange={({ currentTarget }) => onChange({ ...variant, text: currentTarget.value })}
      />
      {language !== '' && (
        <SpokenAs
          text={text}
          language={language}
          voiceLanguage={speaker?.language_codes[0] ?? language}
          readsFigures={speaker?.reads_figures === true}
          pronunciations={pronunciations}
        />
      )}
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('messages.insert')}
        </Text>
        {VARIABLES.map((variable) => (
          <Button key={variable} variant="default" size="compact-sm" onClick={() => insert(`{${variable}}`)}>
            {t(`messages.variables.${variable}`)}
          </Button>
        ))}
      </Group>
      {language !== '' && isHeard(variant) && (
        <Group align="flex-end" gap="xs">
          {isText && <VoiceChoice language={language} value={voice} onChange={setVoice} />}
          <PlayButton
            name={language}
            state={playStateOf(playback, language)}
            onPlay={() => void play(language, listen)}
            onStop={stop}
          />
          {heard?.of === JSON.stringify(spoken) && (
            <Text size="sm">{t('messages.length', { length: formatLength(heard.ms) })}</Text>
          )}
        </Group>
      )}
    </>
  );
}

export function AddVariant({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('library');
  return (
    <Group>
      <Button variant="default" size="sm" onClick={onAdd}>
        {t('messages.add_language')}
      </Button>
    </Group>
  );
}

export function usePreview() {
  const { t } = useTranslation('library');
  const { act } = useAct({ parallel: true });
  const [render] = usePreviewTextMutation();
  return async (preview: Preview) => {
    return (await act(() => render(preview), { failed: t('messages.not_rendered') })) ?? null;
  };
}
