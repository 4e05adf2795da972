import { SERIAL_LENGTH } from '@belfry/schemas/domain/serial';
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readUserKey } from '../../../../../lib/session/session-store.ts';
import { useErrorMessage } from '../../../../../lib/api/use-error-message.ts';
import { useEditCompanyMutation } from '../../../companies-api.ts';
import type { TreeNode } from '../../company-tree.ts';
import {
  editOf,
  hasLocation,
  inputMaxOf,
  NODE_FIELDS,
  nodeValuesOf,
  problemOf,
  type NodeField,
} from '../../edit/node-form.ts';
import { postalAddressLine, type PostalAddress } from '../../../../../lib/tree-nodes.ts';
import { isDeviceNode } from '../../selection/tree-selection.ts';
import { TreeInlineForm } from './tree-inline-form.tsx';

type Props = {
  node: TreeNode;
  /** The address of a device, which has no address fields of its own. */
  where: { address: PostalAddress; inherited: boolean };
  /** The node was deleted meanwhile: the input is kept, but can no longer be saved. */
  deleted: boolean;
  onDone: (company_id: number) => void;
  onClose: () => void;
  /** Opens the form with every field of the node. */
  onMore: () => void;
};

const LOCATION: readonly NodeField[] = ['city', 'street', 'house', 'zip'];

/** The fields of a node that change often, above the tree; see TREE-40. */
export function NodeForm({ node, where, deleted, onDone, onClose, onMore }: Props) {
  const { t } = useTranslation(['tree', 'common']);
  const errorText = useErrorMessage();
  const [edit] = useEditCompanyMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const problem = (field: NodeField, values: Record<NodeField, string>): string | null => {
    const found = problemOf(node, field, values);
    if (found === null) return null;
    const name = t(`form.${field}`);
    return found === 'required' ? t('form.required', { field: name }) : t('form.too_long', { field: name, max: found });
  };
  const form = useForm({
    initialValues: nodeValuesOf(node),
    validateInputOnBlur: true,
    validate: (values) => Object.fromEntries(NODE_FIELDS.map((field) => [field, problem(field, values)])),
  });
  const save = async (): Promise<void> => {
    setFailure(null);
    if (readUserKey() === null) return setFailure(t('errors.unauthorized'));
    const { error } = await edit(editOf(node, form.getValues()));
    if (error) setFailure(errorText(error, t('errors.update')));
    else onDone(node.company_id);
  };
  const submit = form.onSubmit(save, (errors) =>
    form.getInputNode(NODE_FIELDS.find((field) => field in errors) ?? 'name')?.focus(),
  );
  const input = (field: NodeField) => ({
    label: t(`form.${field}`),
    maxLength: inputMaxOf(node)[field],
    ...form.getInputProps(field),
  });
  const line = postalAddressLine(where.address);
  return (
    <TreeInlineForm
      title={t(`form.edit_${node.type}`)}
      form={form}
      onSubmit={submit}
      submitLabel={t('form.save')}
      ready={!deleted && form.getValues().name.trim() !== ''}
      failure={deleted ? t('common:deleted') : failure}
      onClose={onClose}
      more={{ label: t('form.more'), open: onMore }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput {...input('name')} required data-autofocus />
        <TextInput {...input('description')} />
        {hasLocation(node) &&
          LOCATION.map((field) => <TextInput key={field} {...input(field)} required={field !== 'zip'} />)}
        {isDeviceNode(node) && (
          <TextInput
            label={t('form.serial')}
            value={node.serial ?? ''}
            placeholder={t('form.no_serial')}
            maxLength={SERIAL_LENGTH}
            readOnly
            className="tabular"
          />
        )}
      </SimpleGrid>
      {isDeviceNode(node) && line !== '' && (
        <Text size="sm" c="dimmed">
          {t(where.inherited ? 'form.inherited' : 'form.address', { address: line })}
        </Text>
      )}
    </TreeInlineForm>
  );
}
