import { Code, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';
import type { ShownHook } from './parts.ts';
import classes from './triggers.module.css';

export const hookAddress = (path: string): string => `${location.origin}${path}`;

/** A call as a script makes it: the secret is the key of the HMAC over id, time and body. */
const exampleOf = (address: string): string => `ID=$(uuidgen) NOW=$(date +%s) BODY='{}'
KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
SIGN=$(printf %s "$ID.$NOW.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl -d "$BODY" -H 'content-type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $NOW" -H "webhook-signature: v1,$SIGN" \\
  ${address}`;

export function HookSecret({ hook, onClose }: { hook: ShownHook; onClose: () => void }) {
  const { t } = useTranslation('triggers');
  return (
    <KeyDialog
      secret={hook.secret}
      title={t('secret.of', { name: hook.name })}
      label={t('secret.label')}
      copyLabel={t('secret.copy')}
      onClose={onClose}
      owner={<HookCall path={hook.hook_path} />}
    >
      {t('secret.once')}
    </KeyDialog>
  );
}

export function HookCall({ path }: { path: string }) {
  const { t } = useTranslation('triggers');
  const address = hookAddress(path);
  return (
    <div>
      <Text size="sm" fw={400}>
        {t('secret.address')}
      </Text>
      <CopyText value={address} />
      <Text size="xs" c="dimmed" mt="sm">
        {t('secret.example')}
      </Text>
      <Code block className={classes.code ?? ''}>
        {exampleOf(address)}
      </Code>
    </div>
  );
}
