import type { PlayingDevice } from '@belfry/schemas/http/devices/playing';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from '../../../../lib/translation.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { usePlaying } from '../../../devices/devices-api.ts';
import { Headline, Lines, LINES_SHOWN, Tile } from './tile.tsx';

/** What plays where now: in the fleet for administrators, on their devices for everybody else. */
export function PlayingTile({ role }: { role: Role }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const all = isAdministrator(role);
  const asked = usePlaying(all);
  const lineOf = ({ serial, name, channel, track }: PlayingDevice) => ({
    key: serial,
    text: t('tiles.playing.line', { place: name ?? serial, track: track || t(`tiles.playing.channel.${channel}`) }),
  });
  return (
    <Tile
      question={t('tiles.playing.question')}
      asked={asked}
      failed={t('tiles.playing.failed')}
      link={{
        to: all ? '/devices?status=online' : '/settings?tab=devices',
        label: t(all ? 'tiles.playing.link' : 'tiles.playing.link_own'),
      }}
    >
      {({ total, devices }) =>
        total === 0 ? (
          <Headline icon={IconVolumeOff}>{t('tiles.playing.none')}</Headline>
        ) : (
          <>
            <Headline icon={IconVolume}>
              {t('tiles.playing.some', { count: total, formatted: formatCount(total, locale) })}
            </Headline>
            <Lines lines={devices.slice(0, LINES_SHOWN).map(lineOf)} />
          </>
        )
      }
    </Tile>
  );
}
