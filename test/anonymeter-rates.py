"""Prints the rates of Anonymeter (PyPI) for three pairs of tables in a folder, as JSON."""
import json, sys
import numpy as np, pandas as pd
from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator, SinglingOutEvaluator
from anonymeter.evaluators.inference_evaluator import evaluate_inference_guesses

folder, attacks = sys.argv[1], int(sys.argv[2])
np.random.seed(1)
original, released, control = (pd.read_csv(f'{folder}/{name}.csv', dtype=str) for name in ('original', 'released', 'control'))
known = ['one', 'two', 'three']


def rates(evaluator):
    result = evaluator.results(confidence_level=0.95)
    pick = lambda rate: None if rate is None else {'rate': rate.value, 'error': rate.error}
    return {'success': pick(result.attack_rate), 'control': pick(result.control_rate)}


singling = SinglingOutEvaluator(original[[*known, 'secret']], released[[*known, 'secret']], n_attacks=attacks, n_cols=4, seed=1)
linking = LinkabilityEvaluator(original, released, aux_cols=(['left'], ['right']), n_attacks=attacks, n_neighbors=1)
guessing = InferenceEvaluator(original, released, aux_cols=known, secret='secret', n_attacks=attacks, control=control)
wrong = evaluate_inference_guesses(pd.Series([-5.0, 5.0]), pd.Series([70.0, 70.0]), regression=True)
print(json.dumps({
    'singling out': rates(singling.evaluate(mode='multivariate')),
    'linkability': rates(linking.evaluate(n_jobs=1)),
    'inference': rates(guessing.evaluate(n_jobs=1)),
    'wrong guesses that count': [bool(one) for one in wrong],
}))
