import type { Page } from '@playwright/test';
import type { CommandMessage } from '@belfry/schemas/mqtt/messages';
import type { MqttDevice } from '../../../support/devices/mqtt-device.ts';

/** Locators of the settings dialog of a device. */
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Device Settings/ });
export const playerOf = (page: Page, name: string) => dialogOf(page).getByRole('region', { name, exact: true });

/** Waits for the next command that a person has given. The dialog also requests the status of the players by itself (SET-9). */
export async function nextGivenCommand(device: MqttDevice): Promise<CommandMessage> {
  const message = await device.nextCommand();
  return message.command === 'mpd_player' ? nextGivenCommand(device) : message;
}
