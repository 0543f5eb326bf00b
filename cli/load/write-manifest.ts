import { writeFileSync } from 'node:fs';
import { counted } from '../../core/counted.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { newRunId } from '../../fixtures/run/start-run.ts';
import type { LoadRequest } from '../../load/run/prepare/prepare-plan.ts';
import { CliError } from '../cli-error.ts';
import type { Target } from '../target.ts';
import { manifestsOf, volumeLabel } from './manifest.ts';

interface ManifestFile {
  file: string;
  image: string;
  k6Out?: string[];
}

/** Writes a run for a cluster, and returns what to do with it, in words. Throws `CliError` when there is nothing to write for. */
export const writeManifest = (
  target: Target,
  request: LoadRequest,
  { file, image, k6Out = [] }: ManifestFile,
): string[] => {
  const { profile, isEmbedded, options } = target;
  if (isEmbedded) {
    throw new CliError('--manifest: a cluster cannot reach the embedded platform; name a profile with --profile.');
  }
  const runId = newRunId();
  const { text, generators } = manifestsOf({ profile, request, runId, image, outputs: k6Out });
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CliError(`--manifest ${file} cannot be written: ${messageOf(error)}`);
  }
  const { script, shape, rate, seconds, seed, jitter } = request;
  const again = [
    `selo load ${script}`,
    ...options,
    `--shape ${shape} --rate ${rate} --duration ${seconds} --seed ${seed}`,
    ...(jitter ? ['--jitter'] : []),
    `--external-generators FOLDER --generators ${generators} --run ${runId}`,
  ].join(' ');
  return [
    `${file}: run ${runId} by ${counted(generators, 'generator')}. Its first lines say which secret it needs.`,
    'The volume for what the generators write:',
    `  kubectl apply --filename ${file} --selector ${Object.entries(volumeLabel).flat().join('=')}`,
    'Where the platform reaches the capture, with that volume mounted as FOLDER:',
    `  ${again}`,
    'When that says that it is listening:',
    `  kubectl apply --filename ${file}`,
  ];
};
