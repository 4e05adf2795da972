import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../../kit/detail/index.ts';
import { Dot } from '../../kit/list/index.ts';
import { speakerAddress } from '../../lib/device-address.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useGetCarriedQuery } from './network-speakers-api.ts';
import { addressText } from './speaker-values.ts';
import classes from './network-speakers.module.css';

/** The loudspeakers to which a device sends; nothing where there are none. */
export function Carried({ serial }: { serial: string }) {
  const { t } = useTranslation('network-speakers');
  const reasonOf = useLinkReason();
  const { data } = useGetCarriedQuery(serial);
  if (!data || data.rows.length === 0) return null;
  const beyond = data.total - data.rows.length;
  return (
    <Section title={t('carried.title', { count: data.total })}>
      <ul className={classes.carried}>
        {data.rows.map((speaker) => (
          <li key={speaker.serial}>
            <Dot
              state={speaker.status === 'online' ? 'ok' : 'wrong'}
              text={t(speaker.status === 'online' ? 'online' : 'offline')}
              hidden
            />
            <Link to={speakerAddress(speaker.serial)}>{speaker.name ?? speaker.serial}</Link>
            <span className={classes.address}>
              {addressText(speaker.transport)}
              {speaker.problem !== null && ` · ${reasonOf(speaker.problem)}`}
            </span>
          </li>
        ))}
      </ul>
      {beyond > 0 && <Text size="sm">{t('carried.more', { count: beyond })}</Text>}
    </Section>
  );
}
