import { Badge, Group, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { formatCount, formatLanguageOfCountry } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import classes from './preview-card.module.css';
import { DeviceName } from '../../../ui/devices/device-name.tsx';

type Props = { preview: SayPreview | undefined; waiting: boolean };

/** Who would hear it, in which languages and voices, and who would not. */
export function PreviewCard({ preview, waiting }: Props) {
  const { t } = useTranslation('announcements');
  if (waiting) {
    return (
      <>
        <VisuallyHidden component="output">{t('preview.counting')}</VisuallyHidden>
        <Skeleton height={96} />
      </>
    );
  }
  if (!preview) {
    return (
      <Text size="sm" c="dimmed">
        {t('preview.none')}
      </Text>
    );
  }
  return <Heard preview={preview} />;
}

function Heard({ preview: { devices, offline, silent, fallbacks, languages, places } }: { preview: SayPreview }) {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Text fw={600} aria-live="polite">
          {t('preview.devices', { count: devices })}
        </Text>
        <Group gap="xs">
          {languages.map(({ language, voice, devices: count }) => (
            <Badge key={`${language} ${voice}`} variant="light" color="purple" tt="none" title={voice}>
              {formatLanguageOfCountry(language, locale)} · {formatCount(count, locale)}
            </Badge>
          ))}
        </Group>
        {offline > 0 && <Note>{t('preview.offline', { count: offline })}</Note>}
        {silent > 0 && <Note>{t('preview.silent', { count: silent })}</Note>}
        {fallbacks > 0 && <Note>{t('preview.fallbacks', { count: fallbacks })}</Note>}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
        <ul className={classes.places} aria-label={t('preview.places')} tabIndex={0}>
          {places.map(({ serial, place, path, language, voice, fallback, online, silent_reason }) => (
            <li key={serial} className={classes.place}>
              <span className={classes.name} title={path}>
                <DeviceName name={place} serial={serial} />
              </span>
              <span className={classes.voice}>
                {formatLanguageOfCountry(language, locale)} · {voice}
              </span>
              <span className={classes.marks}>
                {!online && <Mark text={t('mark.offline')} />}
                {silent_reason !== null && <Mark text={t(`mark.${silent_reason}`)} />}
                {fallback && <Mark text={t('mark.fallback')} />}
              </span>
            </li>
          ))}
        </ul>
        {devices > places.length && (
          <Text size="xs" c="dimmed">
            {t('preview.more', {
              count: devices - places.length,
              formatted: formatCount(devices - places.length, locale),
            })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

const Note = ({ children }: { children: string }) => (
  <Text size="sm" c="warning">
    {children}
  </Text>
);
const Mark = ({ text }: { text: string }) => (
  <Badge size="sm" variant="light" color="warning" tt="none">
    {text}
  </Badge>
);
