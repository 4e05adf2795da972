import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useFirstPlace, useWhereQuery } from '../../../kit/where/index.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { PlayButton, playStateOf, usePlayback } from '../../../ui/playback.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAct } from '../../../ui/use-act.ts';
import { usePreviewTextMutation } from '../../library/library-api.ts';
import { useMay } from '../../teams/teams-api.ts';

const KEY = 'first sound';

/** A sentence to hear at once in this browser, and at the own place with one more press. */
export function FirstSound() {
  const { t } = useTranslation('help');
  const language = useLocale();
  const { act } = useAct();
  const [render] = usePreviewTextMutation();
  const failed = t('hear.failed');
  const { playback, play, stop } = usePlayback(() => toast('error', failed));
  const [hears, says] = [useMay('read_library'), useMay('say')];
  const text = t('hear.sentence');
  if (!hears) return null;
  return (
    <PageSection title={t('hear.title')}>
      <Group gap="sm">
        <PlayButton
          name={text}
          state={playStateOf(playback, KEY)}
          onPlay={() =>
            void play(KEY, async () => {
              const data = await act(() => render({ text, language, chime: 'ding_dong' }), { failed });
              return data?.parts ?? null;
            })
          }
          onStop={stop}
        />
        <Text size="sm">{text}</Text>
        {says && <AtPlace text={text} />}
      </Group>
    </PageSection>
  );
}

function AtPlace({ text }: { text: string }) {
  const { t } = useTranslation('help');
  const { first } = useFirstPlace();
  const { data } = useWhereQuery({ right: 'read', targets: { nodes: [first ?? 0] } }, { skip: first === null });
  const place = data?.items[0]?.name;
  const to = new URLSearchParams({ ...(first !== null && { place: String(first) }), text });
  return (
    <Anchor component={Link} to={`/say?${to}`} size="sm" underline="always">
      {place === undefined ? t('hear.elsewhere') : t('hear.at', { place })}
    </Anchor>
  );
}
