import type { Session } from '@belfry/schemas/http/accounts/sessions';
import { Badge, Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { useTimes } from '../../../../lib/format/times.ts';
import { toast } from '../../../../ui/toast.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { deviceOf, placeOf } from '../session-texts.ts';
import { useRevokeSessionMutation } from '../sessions-api.ts';
import classes from './session-list.module.css';

const AGE_STEP_MS = 10_000;
const MOBILE_SYSTEMS = /android|ios|iphone|ipad/i;

/** One session. The present one ends by signing out, the others here. */
export function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const locale = useLocale();
  const times = useTimes();
  const errorText = useErrorMessage();
  const now = useNow(AGE_STEP_MS);
  const [revoke, { isLoading }] = useRevokeSessionMutation();
  const Device = MOBILE_SYSTEMS.test(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  const device = deviceOf(session, {
    on: (browser, system) => t('on', { browser, system }),
    unknown: t('unknown_device'),
  });
  const end = async (): Promise<void> => {
    const { error } = await revoke(session.id);
    if (error) toast('error', errorText(error, t('failed')));
    else toast('success', t('ended', { device }));
  };
  return (
    <>
      <Device size={22} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <span className={classes.device} title={session.user_agent ?? undefined}>
          {device}
          {session.current && (
            <Badge variant="light" color="success" size="sm" tt="none">
              {t('this_one')}
            </Badge>
          )}
        </span>
        <span className={classes.where}>{placeOf(session, t('unknown_place'))}</span>
        <span className={classes.where}>
          {t('when', {
            since: times.moment(session.created_at),
            ago: formatAgo(session.last_used_at, now, locale, 60_000),
          })}
        </span>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={isLoading}
          onClick={() => void end()}
          aria-label={t('end_this', { device })}
        >
          {t('end')}
        </Button>
      )}
    </>
  );
}
