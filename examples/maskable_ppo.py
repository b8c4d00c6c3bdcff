"""Learn Bacchus' Banquet with MaskablePPO of sb3-contrib: one seat against three rule-of-thumb bots.

pip install 'triclinium[sb3]'
python examples/maskable_ppo.py 100000
"""

import sys

import gymnasium
from sb3_contrib import MaskablePPO

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
seat = gymnasium.make("triclinium/Banquet-v0", seats=4, bots=("thumb",), flat=True)
model = MaskablePPO("MlpPolicy", seat, gamma=1.0, n_steps=min(steps, 2048), seed=1)
model.learn(steps)
won, games = 0.0, 100
for game in range(games):
    (observation, _), over = seat.reset(seed=game), False
    while not over:
        action, _ = model.predict(observation, action_masks=seat.unwrapped.action_masks())
        observation, reward, over, _, _ = seat.step(action)
    won += reward
print(f"{won / games:.0%} of {games} games won")
