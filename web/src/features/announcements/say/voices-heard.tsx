import { Badge, Group } from '@mantine/core';
import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { usePreviewTextMutation } from '../../../api/library/library-api.ts';
import { formatCount, formatLanguageOfCountry } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { PlayButton } from '../../../ui/playback/play-button.tsx';
import { playStateOf } from '../../../ui/playback/play-state.ts';
import { usePlayback } from '../../../ui/playback/use-playback.ts';
import { toast } from '../../../ui/toast.ts';

type Props = { languages: SayPreview['languages']; text: string | null };

/** The languages and voices in which places would hear it; each can be listened to while it is a text. */
export function VoicesHeard({ languages, text }: Props) {
  const { t } = useTranslation(['announcements', 'library']);
  const locale = useLocale();
  const errorText = useErrorMessage();
  const [render] = usePreviewTextMutation();
  const { playback, play, stop } = usePlayback(() => toast('error', t('library:messages.not_played')));
  const listen = (key: string, spoken: { text: string; language: string; voice: string }): void =>
    void play(key, async () => {
      const { data, error } = await render({ ...spoken, chime: 'none' });
      if (error) toast('error', errorText(error, t('library:messages.not_rendered')));
      return data ?? null;
    });
  return (
    <Group gap="xs" component="ul" aria-label={t('preview.voices')} m={0} p={0} style={{ listStyle: 'none' }}>
      {languages.map(({ language, voice, devices }) => {
        const key = `${language} ${voice}`;
        const name = `${formatLanguageOfCountry(language, locale)}, ${voice}`;
        return (
          <Group key={key} component="li" gap={4} wrap="nowrap">
            <Badge variant="light" color="purple" tt="none" title={voice}>
              {formatLanguageOfCountry(language, locale)} · {formatCount(devices, locale)}
            </Badge>
            {text !== null && (
              <PlayButton
                name={name}
                state={playStateOf(playback, key)}
                onPlay={() => listen(key, { text, language, voice })}
                onStop={stop}
              />
            )}
          </Group>
        );
      })}
    </Group>
  );
}
