import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../../lib/copy-text.ts';
import { useReturnFocus } from '../../../../../lib/hooks/use-return-focus.ts';
import { useExpiringState } from '../../../../../lib/hooks/use-expiring-state.ts';
import { toast } from '../../../../../ui/toast.ts';
import type { TreeNode } from '../../company-tree.ts';
import { COPIED_MS } from '../../tree-timings.ts';
import classes from './json-dialog.module.css';

/** A node of the tree; its children as ids, because a branch may have thousands. */
const jsonOf = (node: TreeNode): string =>
  JSON.stringify({ ...node, children: node.children.map(({ company_id }) => company_id) }, null, 2);

/** For admin and root only; see TREE-37. */
export function JsonDialog({ node, onClose }: { node: TreeNode; onClose: () => void }) {
  const { t } = useTranslation(['tree', 'common']);
  const [copied, showCopied] = useExpiringState<true>();
  useReturnFocus();
  const json = jsonOf(node);
  const copy = async (): Promise<void> => {
    if (await copyText(json)) showCopied(true, COPIED_MS);
    else toast('error', t('common:copy_failed'));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('json.title', { name: node.name })}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area must be reachable by keyboard */}
      <Code block className={classes.json ?? ''} tabIndex={0} aria-label={t('json.title', { name: node.name })}>
        {json}
      </Code>
      <Group justify="space-between" mt="md" gap="xs">
        <div>
          <Text size="sm" c="dimmed">
            {t('json.escape')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('json.access')}
          </Text>
        </div>
        <Button
          onClick={() => void copy()}
          data-autofocus
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? t('common:copied') : t('json.copy')}
        </Button>
      </Group>
    </Modal>
  );
}
