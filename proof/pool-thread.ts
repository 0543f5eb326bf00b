import { parentPort, workerData } from 'node:worker_threads';

// A thread of `worker-pool.ts`. Work that rejects ends the thread, and the pool notices that.
const { module, name } = workerData;
const { [name]: work } = await import(module);
parentPort?.on('message', async (input) => parentPort?.postMessage(await work(input)));
