import { useAct } from '../../../ui/use-act.ts';
import { allows } from '@belfry/schemas/domain/actions';
import { ActionIcon, Badge } from '@mantine/core';
import { IconAdjustments, IconInfoCircle, IconSettings, IconUnlink } from '@tabler/icons-react';
import { memo } from 'react';
import { type TFunction, useTranslation } from '../../../lib/translation.ts';
import type { Device } from '@belfry/schemas/http/devices/devices';
import {
  DeviceCardFooter,
  DeviceCardFrame,
  DeviceCardState,
  DeviceCardTitle,
  DeviceModeBadge,
} from '../../../ui/devices/device-card.tsx';
import { TagList } from '../../../ui/devices/device-marks.tsx';
import { SelectDevice } from '../index.ts';
import { isBound, notePreview, shownStatus } from './user-device-filters.tsx';
import classes from './user-device-card.module.css';
import type { Serial } from '@belfry/schemas/domain/serial';
import { ConfirmedButton } from '../../../ui/dialogs/inline-confirm.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { toast } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useRightsIn } from '../../teams/teams-api.ts';
import { useUnbindDeviceMutation } from '../../device-ownership/binding/device-binding-api.ts';

/** Keep the object stable: cards are memoised. */
export type UserCardActions = {
  onInfo: (serial: string) => void;
  onSettings: (serial: string) => void;
  onDialog: (serial: string) => void;
  /** Selects or deselects the device; `range`: with Shift. */
  onSelect: (serial: string, range: boolean) => void;
};
type Props = {
  device: Device;
  administrator: boolean;
  actions: UserCardActions;
  selected: boolean;
  selects: boolean;
};

/** One of the user's own devices, live; a waiting one is dimmed; see DEV-34. */
export const UserDeviceCard = memo(function UserDeviceCard(props: Props) {
  const { device, administrator, actions, selected, selects } = props;
  const { t } = useTranslation('user-devices');
  const { serial, note, email, company_id } = device;
  const bound = isBound(device);
  // A device of an organisation in which the person only looks has no settings for them.
  const operates = allows(useRightsIn(device.user_id ?? 0), 'set_devices');
  return (
    <DeviceCardFrame device={device} className={classes.card} selected={selected}>
      <DeviceCardTitle device={device} unnamed={t('card.unnamed')}>
        {selects && <SelectDevice serial={serial} checked={selected} onSelect={actions.onSelect} />}
      </DeviceCardTitle>
      <DeviceCardState status={shownStatus(device.status)} device={device}>
        <DeviceModeBadge device={device} />
      </DeviceCardState>
      <p className={classes.note} title={note ?? undefined}>
        {note === null ? t('card.no_note') : notePreview(note)}
      </p>
      <TagList tags={device.tags} />
      {email !== null && <p className={classes.email}>{email}</p>}
      <DeviceCardFooter
        className={classes.footer}
        actions={
          <>
            {operates && (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('card.settings', { serial })}
                  onClick={() => actions.onSettings(serial)}
                >
                  <IconAdjustments size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('card.dialog', { serial })}
                  onClick={() => actions.onDialog(serial)}
                >
                  <IconSettings size={16} aria-hidden />
                </ActionIcon>
              </>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('card.info', { serial })}
              onClick={() => actions.onInfo(serial)}
            >
              <IconInfoCircle size={16} aria-hidden />
            </ActionIcon>
          </>
        }
      >
        <Badge className={classes.binding ?? ''} variant="light" color={bound ? 'element' : 'purple'} size="sm">
          {t(bound ? 'bind.bound' : 'bind.unbound')}
        </Badge>
        {bound && administrator && (
          <span className={classes.company}>{t('card.company', { company: company_id })}</span>
        )}
        {bound && operates && <UnbindDevice serial={serial} />}
      </DeviceCardFooter>
    </DeviceCardFrame>
  );
});

/** The unbind button with its inline confirmation; see DEV-35. */
export function UnbindDevice({ serial }: { serial: Serial }) {
  const { t } = useTranslation('user-devices');
  const { unbind, busy } = useUnbind();
  return (
    <ConfirmedButton
      question={t('unbind.question')}
      yes={t('unbind.confirm')}
      no={t('unbind.cancel')}
      icon={<IconUnlink size={14} aria-hidden />}
      label={t('unbind.label', { serial })}
      busy={busy}
      onConfirm={() => void unbind(serial)}
    >
      {t('unbind.button')}
    </ConfirmedButton>
  );
}

type ErrorText = ReturnType<typeof useErrorMessage>;

/** Why unbinding failed: the server's text, its status, or the network error; see DEV-35. */
function unbindFailure(error: unknown, t: TFunction<'user-devices'>, errorText: ErrorText): string {
  if (!isApiError(error)) return t('unbind.failed');
  if (error.status > 0) return errorText(error, t('unbind.status', { status: error.status }));
  // The text already begins with the prefix of the error message.
  return t('unbind.network', {
    message: errorText(error).replace(/^(Network error|Ошибка сети|Netzwerkfehler):\s*/, ''),
  });
}

function useUnbind() {
  const { t } = useTranslation('user-devices');
  const errorText = useErrorMessage();
  const { act, pending: busy } = useAct();
  const [send] = useUnbindDeviceMutation();
  const unbind = async (serial: Serial): Promise<void> => {
    const refused = serial === '' ? t('unbind.no_serial') : readUserKey() === null ? t('no_token') : null;
    if (refused !== null) {
      toast('error', refused);
      return;
    }
    await act(() => send({ serial }), {
      done: t('unbind.done', { serial }),
      failed: t('unbind.failed'),
      textOf: (error) => unbindFailure(error, t, errorText),
    });
  };
  return { unbind, busy };
}
