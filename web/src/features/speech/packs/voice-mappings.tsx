import { useAct } from '../../../ui/use-act.ts';
import type { VoiceMapping } from '@belfry/schemas/http/speech/voice-packs';
import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LanguageField } from '../favorites/index.ts';
import { type ListedVoice, useVoiceLanguages, useVoices } from '../voice-lists-api.ts';
import { useGetVoiceMappingsQuery, useMapVoicesMutation } from './packs-api.ts';
import classes from './packs.module.css';

/** Which neural voices speak for others in the organisation; see VOICE-47. */
export function VoiceMappings() {
  const { t } = useTranslation('voice-packs');
  const errorText = useErrorMessage();
  const { act } = useAct({ parallel: true });
  const { data, error, isFetching, refetch } = useGetVoiceMappingsQuery();
  const [save, { isLoading }] = useMapVoicesMutation();
  const change = (mappings: VoiceMapping[]) =>
    act(() => save(mappings), { done: t('mapping.saved'), failed: t('mapping.failed') });
  const mappings = data?.mappings ?? [];
  return (
    <Card title={t('mapping.title')} order={2}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('mapping.lead')}
      </Text>
      {error !== undefined && !data ? (
        <ErrorState
          message={errorText(error, t('mapping.error'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Stack gap="md">
          {data && mappings.length === 0 && <Text size="sm">{t('mapping.none')}</Text>}
          {mappings.length > 0 && (
            <ul className={classes.list} aria-label={t('mapping.title')}>
              {mappings.map(({ from_voice: from, to_voice: to }) => (
                <li key={from} className={classes.entry}>
                  <Text size="sm" className={[classes.what, classes.name].join(' ')}>
                    {t('mapping.entry', { from, to })}
                  </Text>
                  <ActionIcon
                    variant="subtle"
                    color="error"
                    aria-label={t('mapping.remove', { from })}
                    disabled={isLoading}
                    onClick={() => void change(mappings.filter(({ from_voice }) => from_voice !== from))}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
          {data && <AddMapping mappings={mappings} busy={isLoading} onChange={(next) => void change(next)} />}
        </Stack>
      )}
    </Card>
  );
}

type AddProps = { mappings: VoiceMapping[]; busy: boolean; onChange: (mappings: VoiceMapping[]) => void };
function AddMapping({ mappings, busy, onChange }: AddProps) {
  const { t } = useTranslation('voice-packs');
  const languages = useVoiceLanguages();
  const [language, setLanguage] = useState('');
  const voices = useVoices(language === '' ? undefined : language);
  const taken = new Set(mappings.map(({ from_voice }) => from_voice));
  const neural = voices.list.filter(isNeural);
  const others = voices.list.filter((voice) => !isNeural(voice) && !taken.has(voice.voice_name));
  const [draft, setDraft] = useState({ from: '', to: '' });
  const from = others.find(({ voice_name }) => voice_name === draft.from) ?? others[0];
  const to = neural.find(({ voice_name }) => voice_name === draft.to) ?? neural[0];
  return (
    <Stack gap="sm">
      <LanguageField languages={languages} language={language} onPick={setLanguage} />
      {language !== '' && !voices.isLoading && neural.length === 0 && <Text size="sm">{t('mapping.no_neural')}</Text>}
      {from && to && (
        <Group align="end" gap="sm">
          <NativeSelect
            label={t('mapping.from')}
            data={others.map(asOption)}
            value={from.voice_name}
            onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, from: value }))}
          />
          <NativeSelect
            label={t('mapping.to')}
            data={neural.map(asOption)}
            value={to.voice_name}
            onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, to: value }))}
          />
          <Button
            loading={busy}
            onClick={() => onChange([...mappings, { from_voice: from.voice_name, to_voice: to.voice_name }])}
          >
            {t('mapping.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const isNeural = ({ type }: ListedVoice): boolean => type === 'Neural';
const asOption = ({ voice_name, name }: ListedVoice) => ({ value: voice_name, label: name });
