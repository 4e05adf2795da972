import { loadSigningKey } from '@belfry/device-firmware-sim/archive/signing-key';
import { makeArchive } from '@belfry/device-firmware-sim/testing/make-archive';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import { devicesPath } from '../support/pages/devices-page.ts';
import { watchFor } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Client Version Management' });
const cardsOf = (page: Page) => sectionOf(page).getByRole('list', { name: 'Client archives' }).getByRole('listitem');

// All tests share one product.
const clean = async ({ stack }: { stack: Stack }): Promise<void> => {
  await stack.db.deleteFrom('firmware_archives').execute();
};
test.beforeEach(clean);
test.afterEach(clean);

test(
  'an administrator creates, uploads, downloads and deletes archives',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    const section = sectionOf(page);
    await expect(section.getByText('Архивы клиента не найдены')).toBeVisible();
    const created = await watchFor(section, { text: /Архив belfry-client-3\.4-.* успешно создан/ });
    await section.getByRole('button', { name: 'Create archive' }).click();
    await created();
    await expect(cardsOf(page)).toHaveCount(1);

    const key = loadSigningKey(join(stack.config.DATA_DIR, 'firmware-key.pem'));
    const { bytes, signature } = await makeArchive(key, 8.8);
    await section.getByRole('button', { name: 'Upload archive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload archive' });
    const [archive, sig] = [dialog.locator('input[type=file]').first(), dialog.locator('input[type=file]').last()];
    await archive.setInputFiles({ name: 'client-8.8.tar.zst', mimeType: 'application/zstd', buffer: bytes });
    await sig.setInputFiles({ name: 'x.sig', mimeType: 'text/plain', buffer: Buffer.from(`${'A'.repeat(86)}==`) });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog.getByText('The signature of the archive is not valid')).toBeVisible();
    await sig.setInputFiles({ name: 'y.sig', mimeType: 'text/plain', buffer: Buffer.from(signature) });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog).toBeHidden();
    await expect(cardsOf(page).first()).toContainText('Version 8.8');
    await expect(cardsOf(page).first()).toContainText('Последняя версия');
    await expect(cardsOf(page).nth(1)).not.toContainText('Последняя версия');

    const downloading = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Download client-8.8.tar.zst' }).click();
    expect((await downloading).suggestedFilename()).toBe('client-8.8.tar.zst');

    await section.getByRole('button', { name: 'Delete client-8.8.tar.zst' }).click();
    const question = page.getByRole('dialog', { name: 'Удалить архив?' });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await section.getByRole('button', { name: 'Delete client-8.8.tar.zst' }).click();
    const deleted = await watchFor(section, { text: 'Архив client-8.8.tar.zst успешно удален' });
    await question.getByRole('button', { name: 'Удалить' }).click();
    await deleted();
    await expect(cardsOf(page)).toHaveCount(1);
  },
);
