import { Button, Group, Text } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Dot } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import type { TwoFactorState } from '@belfry/schemas/http/accounts/two-factor';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useGetTwoFactorQuery, useRenewRecoveryCodesMutation } from './two-factor-api.ts';
import { useTimes } from '../../../lib/times.ts';
import { DisableDialog } from './disable-dialog.tsx';
import { SetupDialog } from './setup-dialog.tsx';
import { PasswordStep, RecoveryCodes, TwoFactorDialog } from './two-factor-steps.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';

type Dialog = 'setup' | 'disable' | 'renew';

type Frame = ComponentType<{ title: string; action?: ReactNode; children: ReactNode }>;

/** `Frame`: what surrounds it. */
export function TwoFactorCard({ Frame = Card }: { Frame?: Frame }) {
  const { t } = useTranslation('two-factor');
  const errorText = useErrorMessage();
  const { data: state, error, isFetching, refetch } = useGetTwoFactorQuery();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = (): void => setDialog(null);
  return (
    <Frame
      title={t('title')}
      action={
        state && (
          <Text size="sm" component="span">
            <Dot state={isOn(state) ? 'ok' : 'off'} text={t(isOn(state) ? 'on' : 'off')} />
          </Text>
        )
      }
    >
      {state ? (
        <State state={state} onOpen={setDialog} />
      ) : error ? (
        <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LineSkeletons count={3} />
      )}
      {dialog === 'setup' && <SetupDialog onClose={close} />}
      {dialog === 'disable' && <DisableDialog onClose={close} />}
      {dialog === 'renew' && <RenewDialog onClose={close} />}
    </Frame>
  );
}

/** A passkey is a second factor as well. */
const isOn = ({ enabled, passkeys }: TwoFactorState): boolean => enabled || passkeys > 0;

/** With fewer codes a renewal is recommended. */
const FEW_CODES = 3;

function State({ state, onOpen }: { state: TwoFactorState; onOpen: (dialog: Dialog) => void }) {
  const { t } = useTranslation('two-factor');
  const times = useTimes();
  if (!isOn(state)) {
    return (
      <>
        <Text size="sm" c="dimmed" mb="md">
          {t('lead')}
        </Text>
        <Button variant="default" onClick={() => onOpen('setup')}>
          {t('setup.open')}
        </Button>
      </>
    );
  }
  const left = state.recovery_codes_left;
  return (
    <>
      <Text size="sm" c="dimmed">
        {state.enabled_at ? t('since', { day: times.day(state.enabled_at) }) : t('by_passkey')}
      </Text>
      <Text size="sm" mb="md" c={left < FEW_CODES ? 'warning' : undefined}>
        {t('codes_left', { count: left })}
      </Text>
      <Group gap="xs">
        <Button variant="light" onClick={() => onOpen('renew')}>
          {t('renew.open')}
        </Button>
        {state.enabled ? (
          <Button variant="light" color="error" onClick={() => onOpen('disable')}>
            {t('disable.open')}
          </Button>
        ) : (
          <Button variant="light" onClick={() => onOpen('setup')}>
            {t('setup.open_app')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Replaces the recovery codes; the old ones become invalid. */
function RenewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('two-factor');
  const errorText = useErrorMessage();
  const [renew, { error, isLoading }] = useRenewRecoveryCodesMutation();
  const [codes, setCodes] = useState<string[] | null>(null);
  const submit = async (password: string): Promise<void> => {
    const { data } = await renew({ password });
    if (data) setCodes(data);
  };
  return (
    <TwoFactorDialog title={t(codes ? 'recovery.title' : 'renew.open')} onClose={onClose} sticky={codes !== null}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <PasswordStep
          lead={t('renew.lead')}
          submitLabel={t('renew.submit')}
          busy={isLoading}
          error={error === undefined ? null : errorText(error, t('failed'))}
          onSubmit={(password) => void submit(password)}
        />
      )}
    </TwoFactorDialog>
  );
}

export function TwoFactorToggle() {
  const { t } = useTranslation('two-factor');
  const { data: profile } = useGetProfileQuery();
  const [dialog, setDialog] = useState<'setup' | 'disable' | null>(null);
  const close = (): void => setDialog(null);
  return (
    <>
      <SwitchRow
        label={t('title')}
        description={t('lead')}
        checked={profile?.two_factor ?? false}
        disabled={!profile}
        onChange={() => setDialog(profile?.two_factor ? 'disable' : 'setup')}
      />
      {dialog === 'setup' && <SetupDialog onClose={close} />}
      {dialog === 'disable' && <DisableDialog onClose={close} />}
    </>
  );
}
