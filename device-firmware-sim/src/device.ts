import { runDeviceProgram } from './host/run-device.ts';

await runDeviceProgram(process.argv.slice(2));
