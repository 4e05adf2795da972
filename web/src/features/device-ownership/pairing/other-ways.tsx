import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { useWaiting } from './use-waiting.ts';
import classes from './pairing.module.css';

/** How a loudspeaker without a code comes to one: the package on a small computer, a browser, or the label of one that has a number. */
export function OtherWays({ onLabel }: { onLabel: () => void }) {
  const { t } = useTranslation('pairing');
  const { origin, hostname } = window.location;
  const { data: waiting = [] } = useWaiting();
  return (
    <details className={classes.ways}>
      <summary className={classes.muted}>{t('other_ways')}</summary>
      <Stack gap={16} mt={12}>
        <Stack gap={8}>
          <Text size="sm" fw={600}>
            {t('machine.title')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('machine.text')}
            {/^(localhost|127\.|\[::1\])/.test(hostname) && ` ${t('machine.own_address')}`}
          </Text>
          {installLines(origin).map((line) => (
            <CopyText key={line} className={classes.line ?? ''} value={line} />
          ))}
        </Stack>
        <Stack gap={8}>
          <Text size="sm" fw={600}>
            {t('browser.title')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('browser.text', { address: `${origin}/player` })}
          </Text>
          <Button variant="default" component="a" href="/player" target="_blank">
            {t('browser.open')}
          </Button>
        </Stack>
        {waiting.length > 0 && (
          <Button variant="default" onClick={onLabel}>
            {t('waiting', { number: waiting.length })}
          </Button>
        )}
        <Button variant="default" onClick={onLabel}>
          {t('label.open')}
        </Button>
      </Stack>
    </details>
  );
}

/** What is typed on the machine: the package from this server, and where the server is. */
const installLines = (origin: string): string[] => [
  `wget ${origin}/downloads/belfry-device.deb && sudo apt install -y ./belfry-device.deb`,
  `sudo belfry-device setup ${origin}`,
];
